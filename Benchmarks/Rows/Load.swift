import ControlInterface
import TestSupport

/// Measures how many calls the daemon answers per second, and how late cues are under load.
struct Load: Measurement {
  static let name = "load"

  private static let watchers = 64
  let thoroughness: Thoroughness

  /// The ways to call the daemon; `inFlight` is the number of unanswered calls on each connection.
  private static let ways = [
    (name: "one connection", method: "org.intervald.Workout.GetStatus", connections: 1, inFlight: 1),
    (name: "one connection, 32 in flight", method: "org.intervald.Workout.GetStatus", connections: 1, inFlight: 32),
    (
      name: "one connection, 32 in flight, GetInfo", method: "org.varlink.service.GetInfo", connections: 1, inFlight: 32
    ),
    (name: "64 connections", method: "org.intervald.Workout.GetStatus", connections: 64, inFlight: 1),
  ]

  /// Three empty cells, for the columns that a row does not use.
  private static let nothing = [Cell](repeating: .text(""), count: 3)

  func measure() async throws -> BenchmarkReport.Section {
    let (rounds, seconds) = (5, thoroughness.part(of: 80))
    let run = try await Desktop.withTimedNotifications { desktop in
      let daemon = try await BenchedDaemon.start(on: desktop)
      let path = try daemon.socket.path
      let intervals = 3 * rounds * (seconds + 1) + 10
      let origin = try await daemon.begin(SamplePlans.seconds(intervals))
      // The number of the next cue.
      let next = { (MonotonicClock.nanoseconds - origin) / 1_000_000_000 + 1 }
      var rates = Self.ways.map { _ in [Double]() }
      var (quiet, called, watched): ([Range<Int>], [Range<Int>], [Range<Int>]) = ([], [], [])
      // The three parts (no load, callers, watchers) alternate, so that other load on the machine affects all of them.
      for _ in 0..<rounds {
        var first = next()
        try await Task.sleep(for: .seconds(seconds))
        quiet.append(first..<next())
        first = next()
        for (index, way) in Self.ways.enumerated() {
          let rate = try await Callers.rate(
            of: way.connections, to: path, calling: way.method, inFlight: way.inFlight,
            over: .seconds(seconds) / Self.ways.count)
          rates[index].append(rate)
        }
        called.append(first..<next())
        first = next()
        try await EventReaders.receive(seconds, on: Self.watchers, connectionsTo: path)
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
    return BenchmarkReport.Section(
      title: "Load",
      methods: [
        "The workout has intervals of one second.",
        "One thread makes all calls, and waits with poll(2).",
        "The thread calls GetStatus on one connection, one call at a time and with 32 calls in flight.",
        "The thread calls GetStatus on 64 connections, one call at a time on each connection.",
        "The thread also calls GetInfo, whose answer does not depend on the workout.",
        "At other times, one thread reads the events of \(Self.watchers) watchers.",
        "There are \(rounds) rounds.",
        """
        Each round has three parts: \(seconds) s without load, \(seconds) s with callers, and \(seconds) s with \
        watchers.
        """,
        "Each way to call has the same share of the time.",
        "The last three rows show the lateness of the cues in each part.",
      ],
      columns: ["", "answers per second, p50", "min", "max", "cues", "lateness, p50, ms", "p99, ms"],
      rows: zip(Self.ways, run.rates).map { way, rate in
        [.text(way.name)] + rate.cells(0.5, 0, 1) + Self.nothing
      }
        + zip(["no load", "callers", "\(Self.watchers) watchers"], run.lateness).map { name, lateness in
          [.text(name)] + Self.nothing + [.number(Double(lateness.count))] + lateness.cells(0.5, 0.99)
        },
      goals: [
        .init("calls per second on one connection, 32 in flight", run.rates[1].median, atLeast: 20_000),
        .init("calls per second on 64 connections", run.rates[3].median, atLeast: 20_000),
        .init("cue lateness, p99, added by callers", run.lateness[1].quantile(0.99) - quiet, atMost: 1, "ms"),
        .init("cue lateness, p99, added by watchers", run.lateness[2].quantile(0.99) - quiet, atMost: 1, "ms"),
      ],
      reasons: [
        "A single call requires a switch to the daemon and a switch back, which limits one connection.",
        "With 32 calls in flight, one thread of the daemon is fully busy (perf, version 0.1.0).",
        "This thread spends almost half of its time on the JSON of a status, and a fifth on the status itself.",
        "On 64 connections, a quarter of the time is spent in the kernel, which wakes up the caller for each answer.",
        """
        The daemon sends an event to all watchers and sends the notification at the same time, on \(Machine.cores) \
        cores.
        """,
        "For 64 watchers, an event takes 1.4 ms of processor time.",
      ])
  }
}
