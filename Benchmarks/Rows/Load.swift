import TestSupport
import ControlInterface

/// How many calls the daemon answers, and whether cues are late for it.
struct Load: Measurement {
  static let name = "load"

  private static let watchers = 64
  let thoroughness: Thoroughness

  /// Ways to call.
  private static let ways = [
    (name: "one connection", method: "org.intervald.Workout.GetStatus", connections: 1, ahead: 1),
    (name: "one connection, 32 ahead", method: "org.intervald.Workout.GetStatus", connections: 1, ahead: 32),
    (name: "one connection, 32 ahead, GetInfo", method: "org.varlink.service.GetInfo", connections: 1, ahead: 32),
    (name: "64 connections", method: "org.intervald.Workout.GetStatus", connections: 64, ahead: 1),
  ]

  /// Three places that have no meaning in a row.
  private static let nothing = [Cell](repeating: .text(""), count: 3)

  func measure() async throws -> Report.Section {
    let (rounds, seconds) = (5, thoroughness.part(of: 80))
    let run = try await Desktop.withTimedNotifications { desktop in
      let daemon = try await BenchedDaemon.start(on: desktop)
      let path = try daemon.socket.path
      let intervals = 3 * rounds * (seconds + 1) + 10
      let origin = try await daemon.begin(SamplePlans.seconds(intervals))
      // The numbers of the cues that are due meanwhile.
      let next = { (MonotonicClock.nanoseconds - origin) / 1_000_000_000 + 1 }
      var rates = Self.ways.map { _ in [Double]() }
      var (quiet, called, watched): ([Range<Int>], [Range<Int>], [Range<Int>]) = ([], [], [])
      // In turn, so that what the machine does meanwhile is met by all.
      for _ in 0..<rounds {
        var first = next()
        try await Task.sleep(for: .seconds(seconds))
        quiet.append(first..<next())
        first = next()
        for (index, way) in Self.ways.enumerated() {
          let rate = try await Callers.rate(
            of: way.connections, to: path, calling: way.method, ahead: way.ahead,
            over: .seconds(seconds) / Self.ways.count)
          rates[index].append(rate)
        }
        called.append(first..<next())
        first = next()
        try await EventReaders.hear(seconds, on: Self.watchers, connectionsTo: path)
        watched.append(first..<next())
      }
      try await daemon.end(within: .seconds(intervals + 60))
      let lateness = try await desktop.monitor.lateness(from: origin, cues: intervals + 1)
      let parts = [quiet, called, watched].map { numbers in
        Sample(numbers.flatMap { lateness[$0.clamped(to: lateness.indices)].compactMap(\.self) })
      }
      return (rates: rates.map { Sample($0) }, lateness: parts)
    }
    let quiet = run.lateness[0].quantile(0.99)
    return Report.Section(
      title: "Load",
      method: """
        Calls in a workout of intervals of a second, by one thread that polls: GetStatus on one connection, one call \
        at a time and 32 ahead, and on 64 connections, one call at a time each; GetInfo too, which asks for nothing of \
        the workout. Then \(Self.watchers) watchers, each of which hears of each cue, read by one thread too. \
        \(rounds) times in turn: \(seconds) s without load, \(seconds) s of callers, in each way for the same time, \
        and \(seconds) s of watchers. Lateness of the cues meanwhile.
        """,
      columns: ["", "answers a second, p50", "least", "most", "cues", "p50, ms", "p99"],
      rows: zip(Self.ways, run.rates).map { way, rate in
        [.text(way.name)] + rate.cells(0.5, 0, 1) + Self.nothing
      }
        + zip(["no load", "callers", "\(Self.watchers) watchers"], run.lateness).map { name, lateness in
          [.text(name)] + Self.nothing + [.number(Double(lateness.count))] + lateness.cells(0.5, 0.99)
        },
      goals: [
        .init("calls a second on one connection, 32 ahead", run.rates[1].median, atLeast: 20_000),
        .init("calls a second on 64 connections", run.rates[3].median, atLeast: 20_000),
        .init("cue lateness, p99, callers, above no load", run.lateness[1].quantile(0.99) - quiet, atMost: 1, "ms"),
        .init("cue lateness, p99, watchers, above no load", run.lateness[2].quantile(0.99) - quiet, atMost: 1, "ms"),
      ],
      obstacle: """
        a call at a time takes two changes of processes, there and back, and nothing else can be had of one \
        connection. With calls ahead a thread of the daemon takes all its time for them: nearly a half to make JSON of \
        a status, a fifth to find it out. On 64 connections a quarter goes to the kernel, which wakes the caller for \
        each (perf, of 0.1.0). What watchers are sent is of the cue itself: it goes out to all of them, 1.4 ms of a \
        processor for 64, while the notification is on its way, on \(Machine.cores) cores.
        """)
  }
}
