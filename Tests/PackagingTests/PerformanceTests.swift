import TestSupport
import Testing

/// Compares the figures in the README with the performance report.
@Suite struct PerformanceTests {
  @Test func `the README contains the measured lateness`() throws {
    let idle = try Self.measured("cue lateness, p99, idle")
    let busy = try Self.measured("cue lateness, p99, busy")
    let text = try packageFile("README.md").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains("On an idle machine, 99% of cues are at most \(idle) late; on a busy one, \(busy) ("))
  }

  /// Returns the measured value of a goal in the report's table.
  private static func measured(_ goal: String) throws -> String {
    let row = try packageFile("docs/performance.md").split(separator: "\n").first { $0.hasPrefix("| \(goal) |") }
    return try #require(row?.split(separator: " | ").dropFirst(2).first).description
  }
}
