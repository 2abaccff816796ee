import TestSupport
import ControlInterface

/// What an hour of runs and walks of half a minute costs.
struct Hour: Measurement {
  static let name = "hour"

  let thoroughness: Thoroughness

  /// What one way of giving the cues took.
  private struct Outcome {
    /// From the start of the daemon to its end.
    let usage: Spawned.Usage
    /// Milliseconds of a processor in each minute but the first.
    let minutes: Sample
    let memory: Memory.Reading

    var seconds: Double { usage.processorTime / .seconds(1) }
  }

  /// A workout went on behind its end.
  private struct NotOver: Error {}

  func measure() async throws -> Report.Section {
    let minutes = thoroughness.part(of: 60)
    async let onePlain = outcome(of: minutes, settings: BenchedDaemon.notificationAlone)
    async let oneOfAll = outcome(of: minutes, settings: AllChannels.settings)
    async let oneCounted = outcome(of: minutes, settings: AllChannels.settings, countdown: "3")
    let (plain, all, counted) = try await (onePlain, oneOfAll, oneCounted)
    return Report.Section(
      title: "An hour of 30/30",
      method: """
        Daemons at once, each in a session of its own, with \(minutes) min of runs and walks of 30 s in turn; on every \
        channel a beginning has a notification, a sound, a spoken text, a hook and the media player's, and with a \
        countdown three beeps go before it. Time and wake-ups are from a daemon's start to its end, with hooks and all \
        else that it starts and waits for, as wait4(2) tells; the time in a minute is the daemon's alone. A sign of \
        life for the watchdog each 5 s is in all of it. Memory is behind the end of the workout.
        """,
      columns: [
        "", "s of a processor", "ms of a processor in a minute behind the first, p50", "least", "most",
        "wake-ups an interval", "resident, MiB", "private, MiB",
      ],
      rows: [("notification alone", plain), ("every channel", all), ("every channel, with a countdown", counted)].map {
        [.text($0), .number($1.seconds)] + $1.minutes.cells(0.5, 0, 1)
          + [Double($1.usage.wakeUps) / Double(2 * minutes), $1.memory.resident, $1.memory.own].map { .number($0) }
      },
      goals: [.init("processor time of \(minutes) min of 30/30, every channel", all.seconds, atMost: 0.2, "s")],
      obstacle: """
        what a cue takes in Running, twice a minute, and twelve signs of life, for which see the interval of an hour \
        in Idle. The rest is that of half a minute's sleep: a cue finds the processor's caches with what others left \
        there, and threads that have to be started anew. No single function has more than a twentieth of it (perf, of \
        0.1.0), and half is the kernel's. The start of the daemon is in it, and a process for each hook.
        """)
  }

  /// Of a workout in a session of its own.
  private func outcome(of minutes: Int, settings: String, countdown: String = "off") async throws -> Outcome {
    try await Desktop.withAllChannels { desktop in
      try await outcome(of: minutes, settings: settings, countdown: countdown, on: desktop)
    }
  }

  private func outcome(
    of minutes: Int, settings: String, countdown: String, on desktop: Desktop
  ) async throws -> Outcome {
    let environment = try BenchedDaemon.environment(on: desktop, settings: settings)
    let plan = "countdown \(countdown)\n\(minutes)x(30s run, 30s walk)"
    let run = try await Spawned.with([BuiltProgram.path(of: "intervald")], environment: environment) { figures in
      let client = try await BenchedDaemon.client(in: environment)
      let deadline = try await client.begin(plan)
      var times: [Double] = []
      for minute in 1...minutes {
        let before = try figures.processorTime()
        // A second behind, so that what the end of a minute gives rise to is over.
        try await MonotonicClock.sleep(untilNanoseconds: deadline + (60 * minute + 1) * 1_000_000_000)
        if minute > 1 { times.append((try figures.processorTime() - before) / .milliseconds(1)) }
      }
      let isOver = try await client.status().phase == .idle
      return (isOver: isOver, minutes: Sample(times), memory: try Memory.Reading(figures))
    }
    guard run.value.isOver else { throw NotOver() }
    return Outcome(usage: run.usage, minutes: run.value.minutes, memory: run.value.memory)
  }
}
