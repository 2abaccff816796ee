import TerminalUI
import PlanNotation
import Testing
import WorkoutModel

@testable import PlanLibrary
@testable import intervalctl

@Suite struct PlanTableTests {
  private static func lines(width: Int?) throws -> [String] {
    let plan = try PlanText(text: #"name "Long run, 30/30"\#npace run 6:00/km\#n30m run"#).read(over: Settings())
    let failure = Failure(status: .invalidPlan, message: "line 1: no")
    let plans: [(String, Result<ReadPlan, Failure>)] = [("long-run", .success(plan)), ("torn", .failure(failure))]
    let entries = plans.map { LibraryPlan(entry: .init(name: $0, path: "/\($0).plan"), isOwn: true, plan: $1) }
    let table = PlanTable(entries: entries, environment: [:])
    return table.lines(.plain, width: width)
  }

  /// The columns of a terminal, and what is seen there.
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
  func `it fits the terminal`(width: Int?, lines: [String]) throws {
    #expect(try Self.lines(width: width) == lines)
  }
}
