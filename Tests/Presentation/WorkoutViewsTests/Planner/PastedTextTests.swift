import PlanNotation
import TestSupport
import Testing

@testable import WorkoutViews

@Suite struct PastedTextTests {
  @Test(arguments: [
    ("30s run", "30s run"), ("  30s # easy ", "  30s # easy "), ("30s run\n", "30s run"), ("\n\n", ""),
    ("5m warmup\n4x(30s)\n", "5m warmup, 4x(30s)"), ("5m warmup\r4x(30s)\r", "5m warmup, 4x(30s)"),
    ("5m warmup\r\n\r\n4x(30s)", "5m warmup, 4x(30s)"), ("5m,\n4m\n, 3m", "5m, 4m, 3m"),
    ("2x(\n  1m run\n  1m walk\n)\n5m", "2x(1m run, 1m walk), 5m"), ("2x(1m\n, 2m\n)", "2x(1m, 2m)"),
    ("# hills\n30s # up\n\n# down\n40s \"#1\" # easy", "30s, 40s \"#1\""),
    ("30s \"a \\\" # b\" # c\n1m", "30s \"a \\\" # b\", 1m"),
  ])
  func `a text of several lines becomes one`(text: String, line: String) {
    #expect(PastedText(text).line == line)
  }

  @Test func `a plan file without settings is the same plan on one line`() throws {
    let text =
      "# long\n5m warmup\nuntil 10mi ( # to the lake\n  4x(30s run @11:30/mi, 30s walk @16:30/mi)\n\n  60s walk @16:30/mi\n)\r\n5m cooldown\n"
    #expect(try PlanFile(PastedText(text).line).plan == PlanFile(text).plan)
  }
}
