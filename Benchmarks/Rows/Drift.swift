import TestSupport
import WorkoutControl

/// Whether lateness adds up over a long workout, and whether memory does.
struct Drift: Measurement {
  static let name = "drift"

  /// The seconds in which the first hundred cues are over.
  static let beginning = 70

  let thoroughness: Thoroughness

  func measure() async throws -> Report.Section {
    let intervals = thoroughness.part(of: 5000)
    let cues = 2 * intervals
    let run = try await Desktop.withTimedNotifications { desktop in
      let daemon = try await BenchedDaemon.start(on: desktop, settings: "sound off\ncue countdown notification\n")
      let plan = "lead-in 1s\ncountdown 1\n\(intervals)x(1.15s run)"
      let deadline = try await daemon.begin(plan)
      try await MonotonicClock.sleep(untilNanoseconds: deadline + 2_000_000_000)
      let before = try Memory.Reading(daemon.figures)
      let end = Duration.seconds(1.15) * intervals + .seconds(60)
      try await daemon.end(within: end)
      let lateness = try await desktop.monitor.lateness(from: deadline, cues: cues + 1) { number in
        number / 2 * 1_150_000_000 + number % 2 * 150_000_000
      }
      return (lateness: lateness, before: before, after: try Memory.Reading(daemon.figures))
    }
    let (first, last) = (
      Sample(run.lateness.prefix(100).compactMap(\.self)), Sample(run.lateness.suffix(100).compactMap(\.self))
    )
    return Report.Section(
      title: "Drift",
      method: """
        A workout of \(intervals) intervals of 1.15 s, each with its beginning and a countdown of a second: \(cues) \
        cues, against the deadlines that the first one gives. The first 100 and the last 100, with the rest measured \
        meanwhile; the daemon's memory at the first and behind the last. A growth of half a mebibyte would be of \
        \(524_288 / cues) bytes a cue.
        """,
      columns: ["", "p50, ms", "p99", "most", "resident, MiB", "private, MiB"],
      rows: [("first", first, run.before), ("last", last, run.after)].map { name, sample, memory in
        [.text(name)] + sample.cells(0.5, 0.99, 1) + [.number(memory.resident), .number(memory.own)]
      },
      goals: [
        .init("cues that did not come, of \(run.lateness.count)", Double(run.lateness.count { $0 == nil }), atMost: 0),
        .init("drift over \(cues) cues, p50", last.median - first.median, atMost: 1, "ms"),
        .init("growth of private memory over \(cues) cues", run.after.own - run.before.own, atMost: 0.5, "MiB"),
        .init(
          "growth of resident memory over \(cues) cues", run.after.resident - run.before.resident, atMost: 1, "MiB"),
      ],
      obstacle: """
        libdispatch keeps what carried a message from one queue to another, for the next: up to 1024 times 64 bytes \
        for each of its threads (DISPATCH_CONTINUATION_CACHE_LIMIT), of which the daemon has about six. They are \
        there after some thousands of cues. Beside them a cue leaves nothing behind but GLib's slices, some KiB once \
        (heaptrack over 347 cues, of 0.1.0). What more is resident are pages of files.
        """)
  }
}
