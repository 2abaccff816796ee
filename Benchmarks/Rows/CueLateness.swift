import TestSupport
import ControlInterface

/// How late cues are on the bus: idle, and with every core busy.
struct CueLateness: Measurement {
  static let name = "lateness"

  private static let sessions = 8
  let thoroughness: Thoroughness

  func measure() async throws -> Report.Section {
    let intervals = 2 * thoroughness.part(of: 63)
    let idle = try await measure(intervals: intervals, isBusy: false)
    let busy = try await measure(intervals: intervals, isBusy: true)
    return Report.Section(
      title: "Cue lateness",
      method: """
        From the deadline of an interval of a second to the call of Notify on the session bus, as `busctl monitor` has \
        its time, at real-time priority; \(Self.sessions) daemons at once, each in a session of its own with dunst, \
        each with \(intervals) intervals and the finish, an eighth of a second behind those of the one before. \
        `cyclictest \(Cyclictest.options.joined(separator: " "))` shows the machine's limit: a thread on each core, \
        woken four times a second, in the same seconds; the goals are twice its p99 and a millisecond. A cue that is \
        not there when the next is due is missing. Busy is a core by an endless loop of `sh`.
        """,
      columns: ["", "cues", "missing", "p50, ms", "p99", "most", "cyclictest p50, ms", "p99", "most"],
      rows: [("idle", idle), ("every core busy", busy)].map { name, run in
        [.text(name), .number(Double(run.cues.count)), .number(Double(run.missing))]
          + [run.cues, run.limit].flatMap { $0.cells(0.5, 0.99, 1) }
      },
      goals: [
        .init("cue lateness, p99, idle", idle.cues.quantile(0.99), atMost: 2 * idle.limit.quantile(0.99) + 1, "ms"),
        .init("cues that did not come, of \(idle.cues.count + idle.missing), idle", Double(idle.missing), atMost: 0),
        .init("cue lateness, most, idle", idle.cues.most, atMost: 20, "ms"),
        .init("cue lateness, p99, busy", busy.cues.quantile(0.99), atMost: 2 * busy.limit.quantile(0.99) + 1, "ms"),
      ],
      obstacle: """
        a cue's way is long. With a daemon alone on the machine (perf sched, of 0.1.0) it takes 1.2 ms: 0.2 in the \
        runner until libnotify's thread is told, 0.4 in that, 0.1 in GDBus's, and 0.4 in the bus, which sends it to the \
        server before it is the monitor's turn; 0.1 is for the changes between them. Each of six threads is woken on the \
        way, and may be as late as cyclictest's. The servers of eight sessions draw their notifications meanwhile, on \
        \(Machine.cores) cores. It does not add up: see Drift.
        """)
  }

  private func measure(intervals: Int, isBusy: Bool) async throws -> (cues: Sample, missing: Int, limit: Sample) {
    try await Desktop.with { desktop in
      if isBusy { try await desktop.keepBusy() }
      // Behind the time that it takes to set the sessions up.
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

  /// Of the cues of a workout in a session of its own that is started at a time, in milliseconds.
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
  /// Has every core compute until the desktop ends.
  fileprivate func keepBusy() async throws {
    for _ in 0..<Machine.cores {
      _ = try await processes.start("sh", ["-c", "while :; do :; done"], environment: environment)
    }
  }
}
