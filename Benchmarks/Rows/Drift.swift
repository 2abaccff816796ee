import TestSupport
import WorkoutControl

/// Whether lateness adds up over a long workout, and whether memory does.
struct Drift: Measurement {
  static let name = "drift"

  /// The seconds in which the first hundred cues are over.
  static let beginning = 80

  let thoroughness: Thoroughness

  func measure() async throws -> Report.Section {
    let intervals = 2 * thoroughness.part(of: 2500)
    let cues = 2 * intervals
    let run = try await Desktop.withNotifications { desktop in
      let daemon = try await BenchedDaemon.start(on: desktop, settings: "sound off\ncue countdown notification\n")
      let plan = "lead-in 1s\ncountdown 1\n\(intervals)x(1.3s run)"
      let started = try await daemon.connect().start(plan: plan)
      try await MonotonicClock.sleep(untilNanoseconds: (started.status.deadlineNs ?? 0) + 2_000_000_000)
      let before = try Memory.Reading(daemon.figures)
      let end = Duration.seconds(1.3) * intervals + .seconds(60)
      try await daemon.end(within: end)
      let lateness = desktop.monitor.lateness(from: started.status.deadlineNs ?? 0) { number in
        number / 2 * 1_300_000_000 + number % 2 * 300_000_000
      }
      return (lateness: lateness, before: before, after: try Memory.Reading(daemon.figures))
    }
    let (first, last) = (Sample(run.lateness.prefix(100)), Sample(run.lateness.suffix(100)))
    return Report.Section(
      title: "Drift",
      method: """
        A workout of \(intervals) intervals of 1.3 s, each with its beginning and a countdown of a second: \(cues) \
        cues, against the deadlines that the first one gives. The first 100 and the last 100, in milliseconds, between \
        which all else was measured; the daemon's memory at the first and behind the last, in MiB.
        """,
      columns: ["", "p50", "p99", "most", "resident", "private"],
      rows: [("first", first, run.before), ("last", last, run.after)].map { name, sample, memory in
        [
          name, sample.median.shown, sample.quantile(0.99).shown, sample.most.shown, memory.resident.shown,
          memory.own.shown,
        ]
      },
      goals: [
        .init("drift over \(cues) cues, p50", last.median - first.median, atMost: 1, " ms"),
        .init("growth of private memory over \(cues) cues", run.after.own - run.before.own, atMost: 0.5, " MiB"),
      ])
  }
}
