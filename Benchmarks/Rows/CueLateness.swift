import FoundationEssentials
import TestSupport

/// Measures how late cues reach the bus, on an idle and on a busy machine.
struct CueLateness: Measurement {
  static let name = "lateness"

  private static let sessions = 8
  let thoroughness: Thoroughness

  func measure() async throws -> BenchmarkReport.Section {
    let intervals = 2 * thoroughness.part(of: 63)
    let idle = try await measure(intervals: intervals, isBusy: false)
    let busy = try await measure(intervals: intervals, isBusy: true)
    return BenchmarkReport.Section(
      title: "Cue lateness",
      methods: [
        "Lateness is the time from the deadline of a one-second interval to the call of Notify on the session bus.",
        "`busctl monitor` records the calls at real-time priority.",
        "\(Self.sessions) daemons run at the same time, each in its own session with dunst.",
        "Each daemon gives the cues of \(intervals) intervals and of the finish.",
        "The daemons start an eighth of a second apart.",
        "A cue is missing if it is not on the bus when the next cue is due.",
        "In the busy run, an endless loop of `sh` occupies each core.",
        """
        At the same time, cyclictest measures the limit of the machine: it wakes up a thread on each core four times a \
        second.
        """,
        "The command of cyclictest is `cyclictest \(Cyclictest.options.joined(separator: " "))`.",
        "The goal for p99 is twice the p99 of cyclictest, plus one millisecond.",
      ],
      columns: ["", "cues", "missing", "p50, ms", "p99, ms", "max, ms", "cyclictest p50, ms", "p99, ms", "max, ms"],
      rows: [("idle", idle), ("busy", busy)].map { name, run in
        [.text(name), .number(Double(run.cues.count)), .number(Double(run.missing))]
          + [run.cues, run.limit].flatMap { $0.cells(0.5, 0.99, 1) }
      },
      goals: [
        .init("cue lateness, p99, idle", idle.cues.quantile(0.99), atMost: 2 * idle.limit.quantile(0.99) + 1, "ms"),
        .init("missing cues of \(idle.cues.count + idle.missing), idle", Double(idle.missing), atMost: 0),
        .init("cue lateness, max, idle", idle.cues.max, atMost: 20, "ms"),
        .init("cue lateness, p99, busy", busy.cues.quantile(0.99), atMost: 2 * busy.limit.quantile(0.99) + 1, "ms"),
      ],
      reasons: [
        "The path of a cue is long: with one daemon on the machine, a cue takes 1.2 ms (perf sched, version 0.1.0).",
        "The cue spends 0.2 ms in the runner, 0.4 ms in libnotify's thread, and 0.1 ms in GDBus's thread.",
        "The cue spends 0.4 ms in the bus, which sends the call to the server first and then to the monitor.",
        "Switches between threads take 0.1 ms.",
        "Six threads wake up on the path of a cue, and each can be as late as a thread of cyclictest.",
        "At the same time, the servers of eight sessions draw their notifications on \(Machine.cores) cores.",
        "Lateness does not accumulate: see the section Drift.",
      ])
  }

  private func measure(intervals: Int, isBusy: Bool) async throws -> (cues: Sample, missing: Int, limit: Sample) {
    try await Desktop.with { desktop in
      if isBusy { try await desktop.keepBusy() }
      // All sessions are set up before the time `origin`.
      let origin = MonotonicClock.nanoseconds + 20_000_000_000
      async let limit = Cyclictest.latencies(seconds: intervals, from: origin, on: desktop)
      let cues = try await withThrowingTaskGroup(of: [Double?].self) { sessions in
        for number in 0..<Self.sessions {
          sessions.addTask {
            try await Self.lateness(intervals: intervals, from: origin + number * 1_000_000_000 / Self.sessions)
          }
        }
        return try await sessions.reduce(into: []) { $0 += $1 }
      }
      return (Sample(cues.compactMap(\.self)), cues.count { $0 == nil }, try await limit)
    }
  }

  /// Runs a workout in its own session, and returns the lateness of each cue in milliseconds.
  private static func lateness(intervals: Int, from origin: Int) async throws -> [Double?] {
    try await Desktop.withTimedNotifications { desktop in
      let daemon = try await BenchedDaemon.start(on: desktop)
      try await MonotonicClock.sleep(untilNanoseconds: origin)
      let deadline = try await daemon.begin(SamplePlans.seconds(intervals))
      try await daemon.end(within: .seconds(intervals) + .seconds(60))
      return try await desktop.monitor.lateness(from: deadline, cues: intervals + 1)
    }
  }
}

extension Desktop {
  /// Starts an endless loop for each core; the loops end with the other processes of the desktop.
  fileprivate func keepBusy() async throws {
    for _ in 0..<Machine.cores {
      _ = try await processes.start("sh", ["-c", "while :; do :; done"], environment: environment)
    }
  }
}

/// Measures how late the kernel wakes up idle threads; see cyclictest(8).
enum Cyclictest {
  private struct Outcome: Decodable {
    let thread: [String: Thread]

    struct Thread: Decodable {
      /// Number of occurrences of each latency; the keys are latencies in microseconds, up to the histogram's maximum.
      let histogram: [String: Int]
      let cycles: Int
    }
  }

  /// Options of cyclictest, without the duration.
  static let options = [
    "--default-system", "--policy=other", "--threads=\(Machine.cores)", "--interval=250000", "--distance=0",
    "--histogram=1000000",
  ]

  /// A latency exceeded the range of the histogram.
  struct Overflow: Error {}

  /// Wakes up a thread on each core four times a second, at normal priority, and measures the latencies.
  ///
  /// The measurement begins at the time `start`, in nanoseconds.
  ///
  /// - Returns: the latencies, in milliseconds.
  /// - Throws: `CommandFailed` if the program fails, or `Overflow` if a latency exceeds a second.
  static func latencies(seconds: Int, from start: Int, on desktop: Desktop) async throws -> Sample {
    try await MonotonicClock.sleep(untilNanoseconds: start)
    let report = desktop.folder.path(of: "cyclictest.json")
    let run = try await Invocation.run(
      "cyclictest",
      options + ["--loops=\(4 * seconds)", "--quiet", "--histfile=/dev/null", "--json=\(report)"],
      within: .seconds(seconds + 60))
    guard run.status == 0 else { throw CommandFailed(command: "cyclictest", status: run.status) }
    let outcome = try JSONDecoder().decode(Outcome.self, from: Data(contentsOf: URL(filePath: report)))
    guard outcome.thread.values.allSatisfy({ $0.histogram.values.reduce(0, +) == $0.cycles }) else {
      throw Overflow()
    }
    return Sample(
      outcome.thread.values.flatMap { thread in
        thread.histogram.flatMap { Array(repeating: (Double($0) ?? .nan) / 1000, count: $1) }
      })
  }
}
