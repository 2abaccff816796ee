import ControlInterface
import TestSupport

/// Measures the time to read plans of different sizes, and to use the timelines of these plans.
struct Scale: Measurement {
  static let name = "scale"

  let thoroughness: Thoroughness

  func measure() async throws -> BenchmarkReport.Section {
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
    // The drawing of ten intervals does not fill all columns. The growth of `profile` is therefore the ratio of the
    // times for the two longer plans.
    let growth = zip(work[0], work[2]).dropLast().map { $1.1.median / $0.1.median }
    let growths = growth + [work[2][3].1.median / work[1][3].1.median, shown[2].median / shown[0].median]
    return BenchmarkReport.Section(
      title: "Scale",
      methods: [
        "`read` reads the text of a plan and makes its timeline.",
        "`total` makes the timeline of a plan, which contains the totals.",
        "`seek` finds the interval at two thirds of the duration of the plan.",
        "`profile` computes the drawing of the plan in 80 columns, which ten intervals do not fill.",
        "These four functions run in one process, \(thoroughness.part(of: 200)) times each.",
        "`intervalctl show` is a whole process, and runs for each plan in turn.",
        "The goal compares the largest plan with the plan of \(plans[0].intervals) intervals.",
        "For the profile, the goal compares the largest plan with the plan of \(plans[1].intervals) intervals.",
      ],
      columns: ["", "plan", "p50, ms", "p90, ms"],
      rows: rows + [longestRow],
      goals: [
        .init("time to read 64 KiB", longest.median, atMost: 10, "ms"),
        .init(
          "time for \(plans[2].intervals) intervals, max ratio to a short plan",
          growths.max() ?? .nan, atMost: 2, "×"),
      ])
  }

  /// Repeats a piece of work, and returns the times of the repetitions in milliseconds.
  private func times(_ work: () throws -> Void) throws -> Sample {
    Sample(
      try (0..<thoroughness.part(of: 200)).map { _ in
        let start = MonotonicClock.nanoseconds
        try work()
        return Double(MonotonicClock.nanoseconds - start) / 1e6
      })
  }

  /// Returns the times that the client needs to show each plan, in milliseconds.
  private func timesToShow(_ plans: [String]) async throws -> [Sample] {
    try await Desktop.with { desktop in
      let client = try BuiltProgram.path(of: "intervalctl")
      let commands = plans.map { TimedCommand(words: [client, "show", $0], environment: desktop.environment) }
      return try await TimedCommand.times(of: commands, rounds: thoroughness.part(of: 50))
    }
  }
}
