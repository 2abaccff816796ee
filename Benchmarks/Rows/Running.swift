import TestSupport
import WorkoutControl

/// What a cue costs the daemon: by notification alone, and on every channel.
struct Running: Measurement {
  static let name = "running"

  let thoroughness: Thoroughness

  /// What a number of cues took.
  struct Cost {
    let cues: Int
    /// By what threads call themselves.
    let wakeUps: [String: Int]
    let time: Duration

    var wakeUpsPerCue: Double { Double(wakeUps.values.reduce(0, +)) / Double(cues) }
    /// Milliseconds of a processor.
    var millisecondsPerCue: Double { time / .milliseconds(1) / Double(cues) }
  }

  func measure() async throws -> Report.Section {
    let cues = thoroughness.part(of: 120)
    let inMemory = try await Self.cost(of: cues, settings: BenchedDaemon.notificationAlone, isStateInMemory: true)
    let plain = try await Self.cost(of: cues, settings: BenchedDaemon.notificationAlone)
    let all = try await Self.cost(of: cues, settings: AllChannels.settings)
    let hour = all.millisecondsPerCue * 120 / 1000
    return Report.Section(
      title: "Running",
      method: """
        A workout of intervals of a second: voluntary context switches of the daemon's threads, waits for the disk \
        among them, and its processor time, a cue, over \(cues) cues behind the first five. An hour of 30/30 has 120 \
        cues. Of the first row, by thread: \(inMemory.words).
        """,
      columns: ["", "wake-ups a cue", "ms of a processor a cue", "s of a processor an hour of 30/30"],
      rows: [
        ("notification alone, state folder in memory", inMemory), ("notification alone, state folder on a disk", plain),
        ("every channel, state folder on a disk", all),
      ].map { name, cost in
        [
          name, cost.wakeUpsPerCue.shown, cost.millisecondsPerCue.shown,
          (cost.millisecondsPerCue * 120 / 1000).shown,
        ]
      },
      goals: [
        .init("wake-ups a cue, notification alone", plain.wakeUpsPerCue, atMost: 4, ""),
        .init("wake-ups a cue, every channel", all.wakeUpsPerCue, atMost: 12, ""),
        .init("processor time of an hour of 30/30, every channel", hour, atMost: 0.2, " s"),
      ],
      obstacle: """
        a `DispatchSourceTimer` takes three wake-ups: of libdispatch's manager when the kernel rings, of the queue's \
        worker, and of the manager again for the next deadline. libnotify's thread takes two, to send and to hear that \
        it was shown, and GDBus's for it two. A full disk or a journal that hangs must delay no cue, so the log and \
        the place that is kept are written elsewhere: a worker each. That the place outlasts a power failure is three \
        waits for the disk and more, and a third of the processor time. A sound, a text and a hook are a message each \
        to another program, and its answer.
        """)
  }

  /// What cues of a notification alone cost, and nothing for the disk: about the same on any machine.
  static func cost(of cues: Int) async throws -> Cost {
    try await cost(of: cues, settings: BenchedDaemon.notificationAlone, isStateInMemory: true)
  }

  /// What cues cost with some settings, behind the first five.
  private static func cost(of cues: Int, settings: String, isStateInMemory: Bool = false) async throws -> Cost {
    try await Desktop.withAllChannels { desktop in
      let memory = isStateInMemory ? try TemporaryFolder(below: "/dev/shm") : nil
      let daemon = try await BenchedDaemon.start(on: desktop, settings: settings, stateFolder: memory?.path)
      let client = try await daemon.connect()
      let deadline = try await client.start(plan: SamplePlans.seconds(cues + 20)).status.deadlineNs ?? 0
      // In the middle of an interval what its beginning gave rise to is over.
      try await MonotonicClock.sleep(untilNanoseconds: deadline + 4_500_000_000)
      let figures = daemon.figures
      let (wakeUps, time) = (try figures.wakeUps(), try figures.processorTime())
      try await MonotonicClock.sleep(untilNanoseconds: deadline + 4_500_000_000 + cues * 1_000_000_000)
      let names = try figures.threadNames()
      let since = try figures.wakeUps().map { (names[$0.key] ?? "others", $0.value - (wakeUps[$0.key] ?? 0)) }
      return Cost(
        cues: cues, wakeUps: Dictionary(since, uniquingKeysWith: +), time: try figures.processorTime() - time)
    }
  }
}

extension Running.Cost {
  /// The wake-ups a cue, most first.
  fileprivate var words: String {
    wakeUps.filter { $0.value > 0 }.sorted { $0.value > $1.value }
      .map { "\((Double($0.value) / Double(cues)).shown) `\($0.key)`" }.joined(separator: ", ")
  }
}
