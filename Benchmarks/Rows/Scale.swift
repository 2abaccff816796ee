import TestSupport
import ControlInterface

/// How long the plan language and the timeline take, by the size of a plan.
struct Scale: Measurement {
  static let name = "scale"

  let thoroughness: Thoroughness

  func measure() async throws -> Report.Section {
    let plans = SamplePlans.bySize
    let work = try plans.map { plan in
      [
        ("read", try times(Work.reading(plan.text))), ("total", try times(Work.totalling(plan.text))),
        ("seek", try times(Work.seeking(plan.text))), ("profile", try times(Work.profiling(plan.text))),
      ]
    }
    let shown = try await timesToShow(plans.map(\.text))
    let longest = try times(Work.readLongest.prepared())
    let rows = zip(plans, zip(work, shown)).flatMap { plan, times in
      (times.0 + [("`intervalctl show`", times.1)]).map { name, time in
        [.text(name), .text("\(plan.intervals) intervals, nested")] + time.cells(0.5, 0.9)
      }
    }
    let longestRow: [Cell] = [.text("read"), .text("64 KiB of text")] + longest.cells(0.5, 0.9)
    // Ten intervals do not fill a profile.
    let growth = zip(work[0], work[2]).dropLast().map { $1.1.median / $0.1.median }
    let growths = growth + [work[2][3].1.median / work[1][3].1.median, shown[2].median / shown[0].median]
    return Report.Section(
      title: "Scale",
      method: """
        In one process: a text read and made a timeline; a timeline made of a plan, with its totals; the interval at \
        two thirds of its time; its profile in 80 columns, which ten intervals do not fill, so that it is held against \
        that of a thousand. And the whole process of `intervalctl show`, in turn.
        """,
      columns: ["", "plan", "p50, ms", "p90"],
      rows: rows + [longestRow],
      goals: [
        .init("reading 64 KiB", longest.median, atMost: 10, "ms"),
        .init(
          "time for \(plans[2].intervals) intervals to \(plans[0].intervals), profile to \(plans[1].intervals)",
          growths.max() ?? .nan, atMost: 2, "×"),
      ])
  }

  /// Milliseconds that a piece of work takes, time and again.
  private func times(_ work: () throws -> Void) throws -> Sample {
    Sample(
      try (0..<thoroughness.part(of: 200)).map { _ in
        let start = MonotonicClock.nanoseconds
        try work()
        return Double(MonotonicClock.nanoseconds - start) / 1e6
      })
  }

  /// Milliseconds that the client takes to show each plan.
  private func timesToShow(_ plans: [String]) async throws -> [Sample] {
    try await Desktop.with { desktop in
      let client = try BuiltProgram.path(of: "intervalctl")
      let commands = plans.map { TimedCommand(words: [client, "show", $0], environment: desktop.environment) }
      return try await TimedCommand.times(of: commands, rounds: thoroughness.part(of: 50))
    }
  }
}
