import WorkoutPresentation
import TerminalUI
import PlanNotation
import Testing
import WorkoutModel

@testable import WorkoutViews

@Suite struct PlanTableTests {
  private static func lines(width: Int?) throws -> [String] {
    let plan = try ReadPlan(text: #"name "Long run, 30/30"\#npace run 6:00/km\#n30m run"#)
    let entries = [
      PlanTable.Entry(name: "long-run", .plan(plan)), PlanTable.Entry(name: "torn", .error("line 1: no")),
    ]
    let table = PlanTable(entries: entries, environment: [:])
    return table.lines(.plain, width: width)
  }

  /// Widths of a terminal with the lines there.
  @Test(
    arguments: [
      (
        nil,
        [
          "Name       Time  Distance  Title", "long-run  30:00   5.00 km  Long run, 30/30",
          "torn      error            line 1: no",
        ]
      ),
      (
        41,
        [
          "Name       Time  Distance  Title", "long-run  30:00   5.00 km  Long run, 30/…",
          "torn      error            line 1: no",
        ]
      ),
      (30, ["Name       Time  Distance", "long-run  30:00   5.00 km", "torn      error"]),
      (20, ["Name       Time", "long-run  30:00", "torn      error"]),
    ] as [(Int?, [String])])
  func `a plan table fits the terminal`(width: Int?, lines: [String]) throws {
    #expect(try Self.lines(width: width) == lines)
  }
}
