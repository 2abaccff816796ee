import TestSupport
import WorkoutControl

/// How late cues are on the bus: idle, and with every core busy.
struct CueLateness: Measurement {
  static let name = "lateness"

  private static let daemons = 8
  let thoroughness: Thoroughness

  func measure() async throws -> Report.Section {
    let intervals = 2 * thoroughness.part(of: 63)
    let idle = try await measure(intervals: intervals, isBusy: false)
    let busy = try await measure(intervals: intervals, isBusy: true)
    return Report.Section(
      title: "Cue lateness",
      method: """
        From the deadline of an interval of a second to the call of Notify on the session bus, as `busctl monitor` has its \
        time; \(Self.daemons) daemons with \(intervals) intervals each, an eighth of a second apart, dunst as the server. `cyclictest --policy=other` \
        is the limit: a thread on each core, woken four times a second, in the same seconds. Milliseconds.
        """,
      columns: ["", "cues", "p50", "p99", "most", "cyclictest p50", "p99", "most"],
      rows: [("idle", idle), ("every core busy", busy)].map { name, run in
        [name, "\(run.cues.count)"]
          + [run.cues, run.limit].flatMap { [$0.median, $0.quantile(0.99), $0.most].map(\.shown) }
      },
      goals: [
        .init("cue lateness, p99, idle", idle.cues.quantile(0.99), atMost: 2 * idle.limit.quantile(0.99) + 1, "ms"),
        .init("cue lateness, most, idle", idle.cues.most, atMost: 20, "ms"),
        .init("cue lateness, p99, busy", busy.cues.quantile(0.99), atMost: 2 * busy.limit.quantile(0.99) + 1, "ms"),
      ])
  }

  private func measure(intervals: Int, isBusy: Bool) async throws -> (cues: Sample, limit: Sample) {
    try await Desktop.with { desktop in
      _ = try await NotificationServer.start(on: desktop)
      var origins: [Int] = []
      var daemons: [BenchedDaemon] = []
      for number in 1...Self.daemons {
        daemons.append(try await BenchedDaemon.start("daemon\(number)", on: desktop, settings: "sound off\n"))
      }
      if isBusy { try await desktop.keepBusy() }
      let cyclictest = try await Cyclictest.start(seconds: intervals, on: desktop)
      for daemon in daemons {
        // Their cues are spread over the second.
        try await Task.sleep(for: .seconds(1) / Self.daemons)
        origins.append(try await daemon.connect().start(plan: SamplePlans.seconds(intervals)).status.deadlineNs ?? 0)
      }
      let end = Duration.seconds(intervals) + .seconds(60)
      for daemon in daemons {
        _ = try await daemon.process.errors.first("the end", within: end) { $0.contains("finished") }
      }
      let limit = try await cyclictest.latencies()
      return (Sample(desktop.monitor.lateness(from: origins)), limit)
    }
  }
}

extension Desktop {
  /// Has every core compute until the desktop ends.
  func keepBusy() async throws {
    for _ in 0..<Machine.cores {
      _ = try await processes.start("sh", ["-c", "while :; do :; done"], environment: environment)
    }
  }
}
