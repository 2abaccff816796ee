import TestSupport
import WorkoutControl

/// How many calls the daemon answers, and whether cues are late for it.
struct Load: Measurement {
  static let name = "load"

  private static let method = "org.intervald.Workout.GetStatus"
  let thoroughness: Thoroughness

  func measure() async throws -> Report.Section {
    let seconds = thoroughness.part(of: 100)
    let run = try await Desktop.withNotifications { desktop in
      let daemon = try await BenchedDaemon.start(on: desktop)
      let path = try daemon.socket.path
      let client = try await daemon.connect()
      // Cues without any load, with callers, and with watchers; the longest of the three parts comes first.
      let origin = try await client.start(plan: SamplePlans.seconds(4 * seconds + 100)).status.deadlineNs ?? 0
      try await MonotonicClock.sleep(untilNanoseconds: origin + seconds * 1_000_000_000)
      let quiet = desktop.monitor.notifications.count
      let part = Duration.seconds(seconds) / 3
      let one = try Callers(1, to: path, calling: Self.method).rate(over: part)
      let ahead = try Callers(1, to: path, calling: Self.method).rate(over: part, ahead: 32)
      let info = try Callers(1, to: path, calling: "org.varlink.service.GetInfo").rate(over: part, ahead: 32)
      let many = try Callers(64, to: path, calling: Self.method).rate(over: part)
      let loaded = desktop.monitor.notifications.count
      let watchers = (0..<64).map { _ in Task { for try await _ in try await daemon.connect().watch() {} } }
      try await MonotonicClock.sleep(untilNanoseconds: MonotonicClock.nanoseconds + seconds * 1_000_000_000)
      for watcher in watchers { watcher.cancel() }
      let lateness = desktop.monitor.lateness(from: origin)
      return (
        one: one, ahead: ahead, info: info, many: many, quiet: Sample(lateness[..<(quiet - 1)]),
        loaded: Sample(lateness[(quiet - 1)..<(loaded - 1)]), watched: Sample(lateness[(loaded - 1)...])
      )
    }
    let parts = [("no load", run.quiet), ("callers", run.loaded), ("64 watchers", run.watched)]
    return Report.Section(
      title: "Load",
      method: """
        Calls of GetStatus in a workout of intervals of a second, by one thread that polls: answers a second on one \
        connection, one call at a time and 32 ahead, and on 64 connections, one call at a time each; of GetInfo too, \
        which asks for nothing of the workout. Then 64 watchers. Lateness of the cues meanwhile, in milliseconds.
        """,
      columns: ["", "calls a second", "cues", "p50", "p99"],
      rows: [
        ["one connection", run.one.shown, "", "", ""], ["one connection, 32 ahead", run.ahead.shown, "", "", ""],
        ["one connection, 32 ahead, GetInfo", run.info.shown, "", "", ""],
        ["64 connections", run.many.shown, "", "", ""],
      ]
        + parts.map { [$0, "", "\($1.count)", $1.median.shown, $1.quantile(0.99).shown] },
      goals: [
        .init("calls a second on one connection", max(run.one, run.ahead), atLeast: 20_000, ""),
        .init("calls a second on 64 connections", run.many, atLeast: 20_000, ""),
        .init(
          "cue lateness, p99, callers, above no load", run.loaded.quantile(0.99) - run.quiet.quantile(0.99), atMost: 1,
          " ms"),
        .init(
          "cue lateness, p99, watchers, above no load", run.watched.quantile(0.99) - run.quiet.quantile(0.99),
          atMost: 1, " ms"),
      ],
      obstacle: """
        a call at a time takes two changes of processes, there and back, and nothing else can be had of one \
        connection. With calls ahead a thread of the daemon takes all its time for them: a third to make JSON of a \
        status, a quarter to hand it to the kernel, which wakes the caller for each. Callers and daemon share \
        \(Machine.cores) cores with the cues, each of which waits for its turn.
        """)
  }
}
