import PlanNotation
import RunCalculator
import TerminalUI
import Testing
import Text
import WorkoutModel
import WorkoutViews

@testable import intervalctl

@Suite struct SolutionTableTests {
  private static func table(
    distance: String?, time: String?, run: String, walk: String, pace: PaceUnit = .minutesPerMile
  ) throws -> SolutionTable {
    let units = DisplayUnits(distance: .kilometres, pace: pace, intervalPace: pace)
    let question = try RunWalkQuestion(
      distance: distance, time: time, run: run, walk: walk, settings: Settings())
    return SolutionTable(
      solution: try question.solved(units: units), time: question.puzzle.finish, units: units)
  }

  @Test(arguments: [
    (
      40,
      [
        "Run pace  10:33/mi  5.68 mph", "Run       30s", "Walk      30s @16:30/mi", "Distance  5.00 km",
        "Time      40:00", "Pace      12:52/mi (average)", "Plan      until 5km (30s run",
        "          @10:33.3/mi, 30s walk", "          @16:30/mi)",
      ]
    ),
    (
      80,
      [
        "Run pace  10:33/mi  5.68 mph", "Run       30s", "Walk      30s @16:30/mi", "Distance  5.00 km",
        "Time      40:00", "Pace      12:52/mi (average)",
        "Plan      until 5km (30s run @10:33.3/mi, 30s walk @16:30/mi)",
      ]
    ),
  ])
  func `the calculated quantity comes first, and the table fits the terminal`(width: Int, lines: [String]) throws {
    let table = try Self.table(distance: "5km", time: "40:00", run: "30s", walk: "30s@16:30/mi")
    #expect(table.lines(.plain, width: width) == lines)
    let coloured = table.lines(.coloured, width: width)
    #expect(
      coloured[0] == "\u{1B}[38;5;145mRun pace\u{1B}[0m  \u{1B}[1m10:33/mi\u{1B}[0m  \u{1B}[38;5;145m5.68 mph\u{1B}[0m")
  }

  @Test(
    arguments: [
      (
        nil, "40:00", "30s@10:00/mi", "30s@16:30/mi", PaceUnit.minutesPerMile,
        ["Distance  5.17 km  3.21 mi", "Run       30s @10:00/mi"]
      ),
      ("5km", nil, "30s@11:30/mi", "40s@16:30/mi", .minutesPerMile, ["Time      43:12", "Run       30s @11:30/mi"]),
      (
        "5km", "40:00", "30s@10:00/mi", "30s", .milesPerHour,
        ["Walk pace  3.32 mph  18:04/mi", "Run        30s @6.00 mph"]
      ),
      ("5km", "40:00", "@10:00/mi", "30s@16:30/mi", .minutesPerMile, ["Run time  22.602s", "Run       @10:00/mi"]),
      (
        "5km", "40:00", "30s@10:00/mi", "@16:30/mi", .minutesPerMile, ["Walk time  40.01s", "Run        30s @10:00/mi"]
      ),
    ] as [(String?, String?, String, String, PaceUnit, [String])])
  func `each quantity can be calculated`(
    distance: String?, time: String?, run: String, walk: String, pace: PaceUnit, lines: [String]
  ) throws {
    let table = try Self.table(distance: distance, time: time, run: run, walk: walk, pace: pace)
    #expect(Array(table.lines(.plain, width: 40).prefix(2)) == lines)
    #expect(table.lines(.plain, width: 40).allSatisfy { $0.columns <= 40 })
    #expect(table.warnings + table.notes == [])
  }

  @Test(arguments: [
    ("5km", "50:00", "30s", "30s@15:00/mi", ["the run is slower than the walk"]),
    (
      "5km", "13:00", "30s", "30s@16:30/mi",
      ["this is faster than the world record over a mile: 3:43.13 (Hicham El Guerrouj, 1999)"]
    ),
    (
      "marathon", "3:20:00", "@6:00/mi", "1s@12:00/mi",
      ["this ends 0.8 s later than requested: plans have whole milliseconds"]
    ),
  ])
  func `an unusual solution has a warning or a note`(
    distance: String, time: String, run: String, walk: String, messages: [String]
  ) throws {
    let table = try Self.table(distance: distance, time: time, run: run, walk: walk)
    #expect(table.warnings + table.notes == messages)
  }
}
