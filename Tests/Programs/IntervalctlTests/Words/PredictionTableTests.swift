import TerminalUI
import Text
import RunCalculator
import Testing
import WorkoutModel

@testable import intervalctl

@Suite struct PredictionTableTests {
  @Test(arguments: [40, 80])
  func `the table is the same on any terminal`(width: Int) {
    let table = PredictionTable(
      mile: TimedMile(time: .seconds(540)), units: DisplayUnits(distance: .miles, pace: .minutesPerMile))
    #expect(
      table.lines(.plain, width: width) == [
        "Race      min/mi     Time   Run  Walk", "5 km        9:33    29:40  1:30  0:30",
        "10 km      10:21  1:04:19  1:30  0:30", "10 mi      10:35  1:45:45  1:30  0:30",
        "Half       10:48  2:21:35  1:00  0:30", "Marathon   11:42  5:06:46  1:00  0:30",
        "Source: jeffgalloway.com, magic mile",
      ])
  }

  @Test(arguments: PaceUnit.allCases)
  func `the slowest fits 40 columns`(unit: PaceUnit) {
    let table = PredictionTable(
      mile: TimedMile(time: TimedMile.limits.upperBound), units: DisplayUnits(distance: .miles, pace: unit))
    #expect(table.lines(.plain, width: 40).allSatisfy { $0.columns <= 40 })
  }
}
