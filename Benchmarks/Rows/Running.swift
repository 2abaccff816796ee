import TestSupport
import ControlInterface

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
    var millisecondsPerCue: Double { time / .milliseconds(cues) }
  }

  /// How many cues each cost is of.
  private static let cues = 30

  func measure() async throws -> Report.Section {
    let times = thoroughness.part(of: 5)
    let inMemory = try await Self.costs(
      times, settings: BenchedDaemon.notificationAlone, isStateInMemory: true)
    let plain = try await Self.costs(times, settings: BenchedDaemon.notificationAlone)
    let all = try await Self.costs(times, settings: AllChannels.settings)
    return Report.Section(
      title: "Running",
      method: """
        A workout of intervals of a second: voluntary context switches of the daemon's threads, waits for the disk \
        among them, and its processor time, a cue, \(times) times over \(Self.cues) cues, behind the first five. A \
        sign of life for the watchdog each 5 s is in it. Of the first of the times, by thread (libdispatch's have \
        `qos` in their names): \(inMemory[0].words); on a disk \(plain[0].words); on every channel \(all[0].words).
        """,
      columns: ["", "wake-ups a cue, p50", "least", "most", "ms of a processor a cue, p50", "least", "most"],
      rows: [
        ("notification alone, state folder in memory", inMemory), ("notification alone, state folder on a disk", plain),
        ("every channel, state folder on a disk", all),
      ].map { name, costs in
        [.text(name)] + Self.wakeUps(costs).cells(0.5, 0, 1) + Sample(costs.map(\.millisecondsPerCue)).cells(0.5, 0, 1)
      },
      goals: [
        .init("wake-ups a cue, notification alone", Self.wakeUps(plain).median, atMost: 4),
        .init("wake-ups a cue, every channel", Self.wakeUps(all).median, atMost: 12),
      ],
      obstacle: """
        a `DispatchSourceTimer` takes three wake-ups: of libdispatch's manager when the kernel rings, of the queue's \
        worker, and of the manager again for the next deadline. libnotify's thread takes two, to send and to hear that \
        it was shown, and GDBus's for it two. A full disk or a journal that hangs must delay no cue, so the log and \
        the place that is kept are written elsewhere: a worker each. That the place outlasts a power failure is three \
        waits for the disk and more; the two upper rows differ by what it takes. A sound, a text and a hook are a \
        message each to another program, and its answer.
        """)
  }

  private static func wakeUps(_ costs: [Cost]) -> Sample { Sample(costs.map(\.wakeUpsPerCue)) }

  /// What cues of a notification alone cost, and nothing for the disk: about the same on any machine.
  static func cost(of cues: Int) async throws -> Cost {
    try await costs(1, of: cues, settings: BenchedDaemon.notificationAlone, isStateInMemory: true)[0]
  }

  /// What cues cost with some settings, so many after another, behind the first five.
  private static func costs(
    _ times: Int, of cues: Int = cues, settings: String, isStateInMemory: Bool = false
  ) async throws -> [Cost] {
    try await Desktop.withAllChannels { desktop in
      let memory = isStateInMemory ? try TemporaryFolder(below: "/dev/shm") : nil
      let daemon = try await BenchedDaemon.start(on: desktop, settings: settings, stateFolder: memory?.path)
      // In the middle of an interval what its beginning gave rise to is over.
      var next = try await daemon.begin(SamplePlans.seconds(times * cues + 20)) + 4_500_000_000
      try await MonotonicClock.sleep(untilNanoseconds: next)
      let figures = daemon.figures
      var costs: [Cost] = []
      for _ in 0..<times {
        let (wakeUps, time) = (try figures.wakeUps(), try figures.processorTime())
        next += cues * 1_000_000_000
        try await MonotonicClock.sleep(untilNanoseconds: next)
        let names = try figures.threadNames()
        let since = try figures.wakeUps().map { (names[$0.key] ?? "others", $0.value - (wakeUps[$0.key] ?? 0)) }
        costs.append(
          Cost(cues: cues, wakeUps: Dictionary(since, uniquingKeysWith: +), time: try figures.processorTime() - time))
      }
      return costs
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
