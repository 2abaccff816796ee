import TestSupport
import Testing

/// The figures in the README, which are those of the report.
@Suite struct PerformanceTests {
  @Test func `the README has the first rows of the report's goals`() throws {
    let quoted = try Self.table(below: "## On the beat", in: "README.md")
    #expect(quoted.count > 2)
    #expect(try Self.table(below: "## Goals", in: "docs/performance.md").starts(with: quoted))
  }

  /// The first table below a heading, by lines.
  private static func table(below heading: String, in document: String) throws -> [Substring] {
    let lines = try packageFile(document).split(separator: "\n").drop { $0 != heading }
    return Array(lines.drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") })
  }
}
