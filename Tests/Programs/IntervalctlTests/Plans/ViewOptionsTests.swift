import ArgumentParser
import ControlInterface
import TerminalUI
import Testing
import WorkoutModel

@testable import intervalctl

@Suite struct ViewOptionsTests {
  @Test(
    arguments: [
      ([], nil, nil), (["--distance-units", "mi"], .miles, nil),
      (["--pace-units", "min/km"], nil, .minutesPerKilometre),
      (["--distance-units=KM", "--pace-units", "MPH", "--json"], .kilometres, .milesPerHour),
    ] as [([String], DistanceUnit?, PaceUnit?)])
  func `unit options accept the same words as the settings`(
    arguments: [String], distance: DistanceUnit?, pace: PaceUnit?
  ) throws {
    let options = try ViewOptions.parse(arguments)
    #expect(try options.asked() == UnitPreference(distance: distance, pace: pace))
    #expect(options.json == arguments.contains("--json"))
  }

  @Test(
    arguments: [
      (
        ["--distance-units", "kms"],
        ["error: --distance-units: found 'kms', expected mi or km", "  kms", "  ^", "hint: did you mean 'km'?"]
      ),
      (
        ["--pace-units", "min/mli"],
        [
          "error: --pace-units: found 'min', expected min/mi, min/km, mph or kph", "  min/mli", "  ^",
          "hint: did you mean 'min/mi'?",
        ]
      ),
      (
        ["--distance-units", "mi km"],
        [
          "error: --distance-units: found 'km', expected the end of the line", "  mi km", "     ^",
        ]
      ),
      (["--distance-units", ""], ["error: --distance-units: found the end, expected mi or km"]),
    ] as [([String], [String])])
  func `an invalid unit is an error, and the error for a misspelled unit has a hint`(
    arguments: [String], lines: [String]
  ) throws {
    let options = try ViewOptions.parse(arguments)
    let failure = try #require(throws: Failure.self) { try options.asked() }
    #expect(failure.status == .usage)
    #expect(failure.lines(.plain) == lines)
  }
}
