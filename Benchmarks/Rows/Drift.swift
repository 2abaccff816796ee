import TestSupport

/// Measures how much lateness and memory grow over a long workout.
struct Drift: Measurement {
  static let name = "drift"

  /// Time from the start of the workout until a hundred cues have been given, in seconds.
  static let beginning = 70

  let thoroughness: Thoroughness

  func measure() async throws -> BenchmarkReport.Section {
    let intervals = thoroughness.part(of: 5000)
    let cues = 2 * intervals
    let run = try await Desktop.withTimedNotifications { desktop in
      let daemon = try await BenchedDaemon.start(on: desktop, settings: "sound off\ncue countdown notification\n")
      let plan = "lead-in 1s\ncountdown 1\n\(intervals)x(1.15s run)"
      let deadline = try await daemon.begin(plan)
      // Returns the time from the first deadline to a cue, given the number of the cue.
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
    return BenchmarkReport.Section(
      title: "Drift",
      methods: [
        """
        The workout has \(cues) cues: \(intervals) intervals of 1.15 s, each with a start and a countdown of one second.
        """,
        "All deadlines are calculated from the deadline of the first cue.",
        "The lateness of 100 cues and the memory of the daemon are measured at the beginning, halfway and at the end.",
        """
        Drift below one millisecond meets the goal, because the lateness of 100 cues varies by more than one \
        millisecond.
        """,
        """
        Private memory may grow by up to 0.5 MiB (\(524_288 / cues) bytes per cue), but only by a quarter of that in \
        the second half.
        """,
      ],
      columns: ["", "p50, ms", "p99, ms", "max, ms", "resident, MiB", "private, MiB"],
      rows: zip(["first", "halfway", "last"], zip(parts, run.memory)).map { name, part in
        [.text(name)] + part.0.cells(0.5, 0.99, 1) + [.number(part.1.resident), .number(part.1.own)]
      },
      goals: [
        .init("missing cues of \(run.lateness.count)", Double(run.lateness.count { $0 == nil }), atMost: 0),
        .init("drift over \(cues) cues, p50", parts[2].median - parts[0].median, atMost: 1, "ms"),
        .init("resident memory after \(cues) cues", resident[2], atMost: 16, "MiB"),
        .init("private memory after \(cues) cues", own[2], atMost: 4, "MiB"),
        .init("growth of resident memory over \(cues) cues", resident[2] - resident[0], atMost: 1, "MiB"),
        .init("growth of private memory over \(cues) cues", own[2] - own[0], atMost: 0.5, "MiB"),
        .init("growth of private memory over the last \(intervals) cues", own[2] - own[1], atMost: 0.125, "MiB"),
      ],
      reasons: [
        "libdispatch caches the objects that carry messages between queues (DISPATCH_CONTINUATION_CACHE_LIMIT).",
        "Each of about six threads of the daemon caches up to 1024 objects of 64 bytes.",
        "In a run with a reading every 15 s, these caches had almost stopped growing after 2,300 cues, at 0.43 MiB.",
        """
        Apart from these caches, cues leave only slices of GLib: some KiB in total (heaptrack over 347 cues, version \
        0.1.0).
        """,
        "The rest of the growth of resident memory consists of pages of files.",
      ])
  }
}
