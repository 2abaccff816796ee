import TestSupport

/// Measures the daemon's cost of a cue that is only a notification, and of a cue on all channels.
struct Running: Measurement {
  static let name = "running"

  let thoroughness: Thoroughness

  /// Cost of a number of cues.
  struct Cost {
    let cues: Int
    /// Numbers of wake-ups; the keys are the names of the threads.
    let wakeUps: [String: Int]
    let time: Duration

    var wakeUpsPerCue: Double { Double(wakeUps.values.reduce(0, +)) / Double(cues) }
    /// Processor time per cue, in milliseconds.
    var millisecondsPerCue: Double { time / .milliseconds(cues) }
  }

  /// Number of cues of each measurement.
  private static let cues = 30

  func measure() async throws -> BenchmarkReport.Section {
    let times = thoroughness.part(of: 5)
    let inMemory = try await Self.costs(times, isStateInMemory: true)
    let plain = try await Self.costs(times)
    let all = try await Self.costs(times, isOnAllChannels: true)
    return BenchmarkReport.Section(
      title: "Running",
      methods: [
        "The workout has intervals of one second.",
        "Wake-ups are the voluntary context switches of the daemon's threads, including waits for the disk.",
        """
        With all channels, each interval starts with a notification, a sound, a spoken text, a hook and an update of \
        the media player. The hook is `truncate --size=+1 FILE`.
        """,
        "The arrivals at each channel are counted, and the measurement fails if any of them is missing.",
        "Each case is measured \(times) times over \(Self.cues) cues, after the first five cues.",
        "The figures include a notification of the watchdog every 5 s.",
        "Wake-ups per cue by thread, first measurement, state folder in memory: \(inMemory[0].words)",
        "Wake-ups per cue by thread, first measurement, state folder on a disk: \(plain[0].words)",
        "Wake-ups per cue by thread, first measurement, all channels: \(all[0].words)",
        "The names of libdispatch's threads contain `qos`.",
      ],
      columns: ["", "wake-ups per cue, p50", "min", "max", "processor time per cue, ms, p50", "min", "max"],
      rows: [
        ("notification only, state folder in memory", inMemory), ("notification only, state folder on a disk", plain),
        ("all channels, state folder on a disk", all),
      ].map { name, costs in
        [.text(name)] + Self.wakeUps(costs).cells(0.5, 0, 1) + Sample(costs.map(\.millisecondsPerCue)).cells(0.5, 0, 1)
      },
      goals: [
        .init("wake-ups per cue, notification only", Self.wakeUps(plain).median, atMost: 4),
        .init("wake-ups per cue, all channels", Self.wakeUps(all).median, atMost: 12),
      ],
      reasons: [
        "A `DispatchSourceTimer` requires three wake-ups: two of libdispatch's manager and one of the queue's worker.",
        "The manager wakes up at the deadline, and again for the next deadline.",
        "libnotify's thread wakes up twice, to send the notification and to receive the answer.",
        "GDBus's thread also wakes up twice.",
        """
        Separate threads write the log and the saved position, because a full disk or a hung journal must not delay a \
        cue.
        """,
        "A position that is saved to disk requires at least three waits for the disk: compare the first two rows.",
        "A sound, a spoken text and a hook each require a message to another program, and an answer from the program.",
      ])
  }

  private static func wakeUps(_ costs: [Cost]) -> Sample { Sample(costs.map(\.wakeUpsPerCue)) }

  /// Measures cues that are only notifications, while the state folder of the daemon is in memory.
  ///
  /// Because no disk is used, the result is similar on all machines.
  static func cost(of cues: Int) async throws -> Cost {
    try await costs(1, of: cues, isStateInMemory: true)[0]
  }

  /// Measures the cost of cues `times` times in a row; each cue is only a notification, or uses all channels.
  ///
  /// The first cues of the workout are not measured.
  private static func costs(
    _ times: Int, of cues: Int = cues, isOnAllChannels: Bool = false, isStateInMemory: Bool = false
  ) async throws -> [Cost] {
    try await ChannelServers.with { servers in
      let settings = isOnAllChannels ? servers.allChannels : BenchedDaemon.notificationOnly
      let memory = isStateInMemory ? try TemporaryFolder(below: "/dev/shm") : nil
      let daemon = try await BenchedDaemon.start(on: servers.desktop, settings: settings, stateFolder: memory?.path)
      // The measurement begins in the middle of an interval, when the work at the interval's start is complete.
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
      try await servers.require(
        isOnAllChannels ? .onAllChannels(times * cues) : .init(notifications: times * cues),
        for: isOnAllChannels ? "all channels" : "notification only")
      return costs
    }
  }
}

extension Running.Cost {
  /// Lists the wake-ups of each thread per cue; the thread with the most wake-ups is first.
  fileprivate var words: String {
    wakeUps.filter { $0.value > 0 }.sorted { $0.value > $1.value }
      .map { "\((Double($0.value) / Double(cues)).shown) `\($0.key)`" }.joined(separator: ", ")
  }
}
