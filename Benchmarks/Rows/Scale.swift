import TestSupport

/// How long the plan language and the timeline take, by the size of a plan.
struct Scale: Measurement {
  static let name = "scale"

  let thoroughness: Thoroughness

  func measure() async throws -> Report.Section {
    var rows: [[String]] = []
    var times: [[Double]] = []
    for plan in SamplePlans.bySize {
      let text = plan.text
      let own = try [
        time(Work.reading(text)), time(Work.totalling(text)), time(Work.seeking(text)), time(Work.profiling(text)),
      ]
      times.append(own)
      rows.append(["\(plan.intervals) intervals, nested"] + own.map(\.shown))
    }
    let longest = try time(Work.readLongest.prepared()) / 1000
    rows.append(["64 KiB of text", (longest * 1000).shown, "", "", ""])
    let growth = zip(times[1], times[2]).map { $1 / $0 }.max() ?? .nan
    return Report.Section(
      title: "Scale",
      method: """
        In one process, in microseconds: a text read and made a timeline; a timeline made of a plan, with its totals; \
        the interval at two thirds of its time; its profile in 80 columns, which ten intervals do not fill. Medians.
        """,
      columns: ["", "read", "total", "seek", "profile"],
      rows: rows,
      goals: [
        .init("reading 64 KiB", longest, atMost: 10, " ms"),
        .init("time for 311,040 intervals to time for 1000", growth, atMost: 2, " ×"),
      ])
  }

  /// Microseconds that a piece of work takes, the median of many.
  private func time(_ work: () throws -> Void) throws -> Double {
    let times = try (0..<thoroughness.part(of: 200)).map { _ in
      let start = MonotonicClock.nanoseconds
      try work()
      return Double(MonotonicClock.nanoseconds - start) / 1000
    }
    return Sample(times).median
  }
}
