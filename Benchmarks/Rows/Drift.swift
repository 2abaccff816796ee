import TestSupport
import ControlInterface

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
      // When a cue is due, by its number.
      let due = { number in number / 2 * 1_150_000_000 + number % 2 * 150_000_000 }
      var memory: [Memory.Reading] = []
      for number in [0, intervals, cues] {
        try await MonotonicClock.sleep(untilNanoseconds: deadline + due(number) + 2_000_000_000)
        memory.append(try Memory.Reading(daemon.figures))
      }
      let lateness = try await desktop.monitor.lateness(from: deadline, cues: cues + 1, dueAfter: due)
      return (lateness: lateness, memory: memory)
    }
    let parts = [run.lateness.prefix(100), run.lateness.dropFirst(intervals).prefix(100), run.lateness.suffix(100)]
      .map { Sample($0.compactMap(\.self)) }
    let (resident, own) = (run.memory.map(\.resident), run.memory.map(\.own))
    return Report.Section(
      title: "Drift",
      method: """
        A workout of \(intervals) intervals of 1.15 s, each with its beginning and a countdown of a second: \(cues) \
        cues, against the deadlines that the first one gives: 100 of them at each of three places, and the daemon's \
        memory there. Drift of less than a millisecond is within the spread of any hundred, and counts as none; so \
        does growth by half a mebibyte, \(524_288 / cues) bytes a cue, with no more than a quarter of it behind halfway.
        """,
      columns: ["", "p50, ms", "p99", "most", "resident, MiB", "private, MiB"],
      rows: zip(["first", "halfway", "last"], zip(parts, run.memory)).map { name, part in
        [.text(name)] + part.0.cells(0.5, 0.99, 1) + [.number(part.1.resident), .number(part.1.own)]
      },
      goals: [
        .init("cues that did not come, of \(run.lateness.count)", Double(run.lateness.count { $0 == nil }), atMost: 0),
        .init("drift over \(cues) cues, p50", parts[2].median - parts[0].median, atMost: 1, "ms"),
        .init("resident memory after \(cues) cues", resident[2], atMost: 16, "MiB"),
        .init("private memory after \(cues) cues", own[2], atMost: 4, "MiB"),
        .init("growth of resident memory over \(cues) cues", resident[2] - resident[0], atMost: 1, "MiB"),
        .init("growth of private memory over \(cues) cues", own[2] - own[0], atMost: 0.5, "MiB"),
        .init("growth of private memory over the last \(intervals) of them", own[2] - own[1], atMost: 0.125, "MiB"),
      ],
      obstacle: """
        libdispatch keeps what carried a message from one queue to another, for the next: up to 1024 times 64 bytes \
        for each of its threads (DISPATCH_CONTINUATION_CACHE_LIMIT), of which the daemon has about six. One that \
        was looked at each 15 s had grown by 0.43 MiB when that was nearly over, after 2,300 cues. Beside them a cue \
        leaves nothing behind but GLib's slices, some KiB once (heaptrack over 347 cues, of 0.1.0). What more is \
        resident are pages of files.
        """)
  }
}
