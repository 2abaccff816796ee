import TestSupport
import WorkoutControl

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
    let (plain, all, counted) = try await Desktop.withAllChannels { desktop in
      async let plain = outcome("plain", of: minutes, settings: BenchedDaemon.notificationAlone, on: desktop)
      async let all = outcome("all", of: minutes, settings: AllChannels.settings, on: desktop)
      async let counted = outcome("counted", of: minutes, settings: AllChannels.settings, countdown: "3", on: desktop)
      return try await (plain, all, counted)
    }
    return Report.Section(
      title: "An hour of 30/30",
      method: """
        Daemons from their start to their end, as wait4(2) tells, each with \(minutes) min of runs and walks of 30 s \
        in turn: the same notifications, sounds, spoken texts and hooks as in Running, and signs of life for the \
        watchdog each 5 s. With a countdown each interval has three beeps besides. All else but Drift was measured \
        meanwhile.
        """,
      columns: [
        "", "s of a processor", "ms of a processor in a minute behind the first, p50", "least", "most",
        "wake-ups an interval", "resident, MiB", "private, MiB",
      ],
      rows: [("notification alone", plain), ("every channel", all), ("every channel, with a countdown", counted)].map {
        let (minute, memory) = ($1.minutes, $1.memory)
        return [.text($0), .number($1.seconds)] + [minute.median, minute.least, minute.most].map { .number($0) }
          + [Double($1.usage.wakeUps) / Double(2 * minutes), memory.resident, memory.own].map { .number($0) }
      },
      goals: [.init("processor time of \(minutes) min of 30/30, every channel", all.seconds, atMost: 0.2, "s")],
      obstacle: """
        what a cue takes in Running, and more, as each finds the processor's caches with what others left there. No \
        part of it is more than a twentieth (perf, of this version): half is the kernel's, which switches threads and \
        has them wait for the disk and for answers.
        """)
  }

  private func outcome(
    _ name: String, of minutes: Int, settings: String, countdown: String = "off", on desktop: Desktop
  ) async throws -> Outcome {
    let environment = try BenchedDaemon.environment(name, on: desktop, settings: settings)
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
