import TestSupport
import Testing

/// The figures in the README against the report.
@Suite struct PerformanceTests {
  @Test func `the README has the lateness that was measured`() throws {
    let idle = try Self.measured("cue lateness, p99, idle")
    let busy = try Self.measured("cue lateness, p99, busy")
    let text = try packageFile("README.md").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains("On an idle machine, 99% of cues are at most \(idle) late; on a busy one, \(busy) ("))
  }

  /// What a row of the report's table of goals has as measured.
  private static func measured(_ what: String) throws -> String {
    let row = try packageFile("docs/performance.md").split(separator: "\n").first { $0.hasPrefix("| \(what) |") }
    return try #require(row?.split(separator: " | ").dropFirst(2).first).description
  }
}
