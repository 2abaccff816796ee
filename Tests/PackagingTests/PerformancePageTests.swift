import JSON
import TestSupport
import TestTraits
import Testing

/// Compares README and docs/performance.md with the measured figures in docs/performance.json.
@Suite(.hangLimit) struct PerformancePageTests {
  private struct Report: Decodable {
    let results: [Result]

    struct Result: Decodable {
      let run: Run
      let section: Section
    }

    struct Run: Decodable {
      let commit: String
      let date: String
    }

    struct Section: Decodable {
      let title: String
      let goals: [Goal]
    }

    struct Goal: Decodable {
      let what: String
      let figure: Double
    }
  }

  private let report: Report

  init() throws {
    report = try JSONValue(parsing: Array(packageFile("docs/performance.json").utf8)).decoded()
  }

  @Test func `the lateness in README is the measured one`() throws {
    let goals = report.results.flatMap(\.section.goals)
    let figures = ["idle", "busy"].compactMap { state in
      goals.first { $0.what == "cue lateness, p99, \(state)" }?.figure
    }
    try #require(figures.count == 2)
    let (idle, busy) = ((figures[0] * 100).rounded() / 100, (figures[1] * 100).rounded() / 100)
    let words = try packageFile("README.md").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("99% of cues are at most \(idle) ms late; on a busy one, \(busy) ms"), "\(idle), \(busy)")
  }

  @Test func `each section of the page has the date and the commit of its measurement`() throws {
    let page = try packageFile("docs/performance.md")
    let expected = report.results.map { result in
      "## \(result.section.title)\n\n- Measured on \(result.run.date) at commit \(result.run.commit).\n"
    }
    #expect(expected.filter { !page.contains($0) } == [])
  }
}
