import ControlInterface
import TestSupport
import WorkoutReports

/// Measures the cost of a workout of one hour; running and walking alternate every half minute.
struct Hour: Measurement {
  static let name = "hour"

  let thoroughness: Thoroughness

  /// Cost of a workout with some settings.
  private struct Outcome {
    /// Resource usage from the start to the end of the daemon.
    let usage: SpawnedProcess.Usage
    /// Processor time in each minute except the first, in milliseconds.
    let minutes: Sample
    let memory: Memory.Reading

    var seconds: Double { usage.processorTime / .seconds(1) }
  }

  /// The workout did not end in time.
  private struct NotFinished: Error {}

  func measure() async throws -> BenchmarkReport.Section {
    let minutes = thoroughness.part(of: 60)
    let outcomes: [Case: Outcome] = try await withThrowingTaskGroup(of: (Case, Outcome).self) { group in
      for each in Case.allCases { group.addTask { (each, try await outcome(of: minutes, each)) } }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    guard let all = outcomes[.allChannels], let shipped = outcomes[.shipped] else { throw NotFinished() }
    return BenchmarkReport.Section(
      title: "An hour of 30/30",
      methods: [
        "\(Case.allCases.count) daemons run at the same time, each in its own session.",
        "The workout is a run of 30 s and a walk of 30 s in turn, for \(minutes) min.",
        """
        With all channels, each interval starts with a notification, a sound, a spoken text, a hook and an update of \
        the media player. The hook is `truncate --size=+1 FILE`.
        """,
        "As shipped, each interval starts with a notification, a sound and an update of the media player.",
        "With the default countdown, which is a part of the shipped settings, three beeps precede each interval.",
        "The arrivals at each channel are counted, and the measurement fails if any of them is missing.",
        "Processor time and wake-ups come from wait4(2), from the start of a daemon to its end.",
        "Both figures include hooks and other processes that the daemon waits for.",
        "The processor time per minute includes only the daemon.",
        "All figures include a notification of the watchdog every 5 s.",
        "Memory is measured after the end of the workout.",
      ],
      columns: [
        "", "processor time, s", "processor time per minute after the first, ms, p50", "min", "max",
        "wake-ups per interval", "resident, MiB", "private, MiB",
      ],
      rows: Case.allCases.compactMap { each in
        outcomes[each].map { outcome in
          [.text(each.rawValue), .number(outcome.seconds)] + outcome.minutes.cells(0.5, 0, 1)
            + [Double(outcome.usage.wakeUps) / Double(2 * minutes), outcome.memory.resident, outcome.memory.own]
            .map { .number($0) }
        }
      },
      goals: [("all channels", all), ("as shipped", shipped)].map {
        .init("processor time of \(minutes) min of 30/30, \($0)", $1.seconds, atMost: 0.2, "s")
      },
      reasons: [
        "Each minute contains two cues and twelve notifications of the watchdog.",
        "For their cost, see the section Running, and the interval of an hour in the section Idle.",
        """
        After half a minute of sleep, a cue finds the caches of the processor cold, and threads must be started again.
        """,
        "No single function uses more than a twentieth of the time (perf, version 0.1.0).",
        "Half of the time is spent in the kernel.",
        "The processor time includes the start of the daemon, and a process for each hook.",
      ])
  }

  /// Measures a workout in its own session.
  private func outcome(of minutes: Int, _ each: Case) async throws -> Outcome {
    try await ChannelServers.with { servers in
      let environment = try BenchedDaemon.environment(on: servers.desktop, settings: each.settings(with: servers))
      let plan = each.plan(minutes: minutes)
      let run = try await SpawnedProcess.with([BuiltProgram.path(of: "intervald")], environment: environment) {
        figures in
        let client = try await BenchedDaemon.client(in: environment)
        let deadline = try await client.begin(plan)
        var times: [Double] = []
        for minute in 1...minutes {
          let before = try figures.processorTime()
          // One second after the end of a minute, the daemon has completed all work of this minute.
          try await MonotonicClock.sleep(untilNanoseconds: deadline + (60 * minute + 1) * 1_000_000_000)
          if minute > 1 { times.append((try figures.processorTime() - before) / .milliseconds(1)) }
        }
        let isOver = try await client.status().phase == .idle
        return (isOver: isOver, minutes: Sample(times), memory: try Memory.Reading(figures))
      }
      guard run.value.isOver else { throw NotFinished() }
      // The last interval has a cue of its own.
      try await servers.require(each.minimum(intervals: 2 * minutes - 1), for: each.rawValue)
      return Outcome(usage: run.usage, minutes: run.value.minutes, memory: run.value.memory)
    }
  }
}

/// The settings of the measured workouts; the raw values are the names of the rows.
private enum Case: String, CaseIterable {
  case notificationOnly = "notification only"
  case shipped = "as shipped"
  case allChannels = "all channels"
  case allChannelsWithCountdown = "all channels, with the default countdown"

  private var hasCountdown: Bool { self == .shipped || self == .allChannelsWithCountdown }

  func settings(with servers: ChannelServers) -> String {
    switch self {
    case .notificationOnly: BenchedDaemon.notificationOnly
    case .shipped: ""
    case .allChannels, .allChannelsWithCountdown: servers.allChannels
    }
  }

  func plan(minutes: Int) -> String {
    (hasCountdown ? "" : "countdown off\n") + "\(minutes)x(30s run, 30s walk)"
  }

  /// The minimum number of arrivals at each channel.
  func minimum(intervals: Int) -> ChannelServers.Arrivals {
    var arrivals = ChannelServers.Arrivals(notifications: intervals)
    switch self {
    case .notificationOnly: return arrivals
    case .shipped: (arrivals.sounds, arrivals.tracks) = (intervals, intervals)
    case .allChannels, .allChannelsWithCountdown: arrivals = .onAllChannels(intervals)
    }
    if hasCountdown { arrivals.sounds *= 4 }
    return arrivals
  }
}
