import Dates
import PlanNotation
import RunCalculator
import TerminalUI
import TestSupport
import Testing
import Text
import WorkoutModel

@testable import WorkoutViews

@Suite struct ConversionTableTests {
  @Test(arguments: [
    (DisplayUnits(distance: .miles, pace: .milesPerHour), "11:30/mi", " 5.22"),
    (DisplayUnits(distance: .miles, pace: .minutesPerKilometre), "11:30/mi", " 7:09"),
    (DisplayUnits(distance: .miles, pace: .milesPerHour), "5km", "   3.11"),
    (DisplayUnits(distance: .kilometres, pace: .milesPerHour), "5km", "   5.00"),
    (DisplayUnits(distance: .kilometres, pace: .milesPerHour), "90s", " 1:30"),
  ])
  func `the row of the display unit is highlighted`(units: DisplayUnits, text: String, row: String) throws {
    let table = ConversionTable(value: try readValue(text), text: text, units: units)
    let bold = table.lines(.coloured).filter { $0.contains("\u{1B}[1m") }
    #expect(bold.count == 1)
    #expect(bold.first?.hasSuffix("\u{1B}[1m\(row)\u{1B}[0m") == true)
  }

  @Test func `a conversion fits a narrow terminal and contains no typed control characters`() throws {
    let text = String(repeating: "0", count: 60) + "5km"
    let units = DisplayUnits(distance: .kilometres, pace: .minutesPerKilometre)
    let lines = ConversionTable(value: try readValue(text), text: text + "\u{1B}", units: units).lines(
      .plain, width: 40)
    #expect(lines.allSatisfy { $0.columns <= 40 })
    #expect(!lines.contains { $0.contains("\u{1B}") })
    #expect(lines.dropFirst() == ["km         5.00", "mi         3.11", "metres  5000.00"])
  }

  @Test(arguments: [PaceUnit.minutesPerMile, .minutesPerKilometre])
  func `every pace is shown as entered`(unit: PaceUnit) throws {
    for seconds in 60...3599 {
      let text = "\(Duration.seconds(seconds).clockText())/\(unit.distance.rawValue)"
      let units = DisplayUnits(distance: unit.distance, pace: unit)
      let row = "\(unit.rawValue)  \(Duration.seconds(seconds).clockText())".split(separator: " ")
      let lines = ConversionTable(value: try readValue(text), text: text, units: units).lines(.plain)
      #expect(lines.contains { $0.split(separator: " ") == row })
    }
  }
}

@Suite struct PredictionTableTests {
  @Test(arguments: [40, 80])
  func `a prediction table does not depend on the width of the terminal`(width: Int) {
    let table = PredictionTable(
      .mile(TimedMile(time: .seconds(540))), units: DisplayUnits(distance: .miles, pace: .minutesPerMile))
    #expect(
      table.lines(.plain, width: width) == [
        "Race      min/mi     Time   Run  Walk", "5 km        9:33    29:40  1:30  0:30",
        "10 km      10:21  1:04:19  1:30  0:30", "10 mi      10:35  1:45:45  1:30  0:30",
        "Half       10:48  2:21:35  1:00  0:30", "Marathon   11:42  5:06:46  1:00  0:30",
        "Source: jeffgalloway.com, magic mile",
      ])
  }

  @Test(arguments: PaceUnit.allCases)
  func `the predictions of the slowest mile fit 40 columns`(unit: PaceUnit) {
    let table = PredictionTable(
      .mile(TimedMile(time: TimedMile.limits.upperBound)), units: DisplayUnits(distance: .miles, pace: unit))
    #expect(table.lines(.plain, width: 40).allSatisfy { $0.columns <= 40 })
  }

  @Test func `a table of predictions from results names the formula and its exponent`() {
    let results = RaceResults([.init(distance: .kilometres(5), time: .seconds(1500))])
    let lines = PredictionTable(
      .results(results), races: [.halfMarathon], units: DisplayUnits(distance: .kilometres, pace: .minutesPerKilometre)
    ).lines(.plain, width: 40)
    #expect(
      lines == [
        "Race  min/km     Time   Run  Walk", "Half    5:27  1:55:00  3:00  0:30", "Source: Riegel 1977, exponent 1.06",
        "Run and walk: jeffgalloway.com",
      ])
  }
}

@Suite struct SplitTableTests {
  private static let units = DisplayUnits(distance: .kilometres, pace: .minutesPerKilometre)

  @Test func `the halves of a negative split and the time of day are shown`() throws {
    let splits = SplitList(of: 4000, every: 1000, in: .seconds(1200), secondHalfReducedBy: 0.02, limit: 100)
    #expect(
      SplitTable(splits: splits, start: ClockTime(secondsAfterMidnight: 85_800), units: Self.units).lines(
        .plain, width: 40) == [
          "No.    km  min/km  Time  Total     Clock", "  1  1.00    5:03  5:03   5:03  23:55:03",
          "  2  2.00    5:03  5:03  10:06  00:00:06", "  3  3.00    4:57  4:57  15:03  00:05:03",
          "  4  4.00    4:57  4:57  20:00  00:10:00", "first half 10:06, second half 9:54",
        ])
  }

  @Test(arguments: seeds)
  func `the displayed times of the splits add up to the displayed totals`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let metres = Double.random(in: 1000...50_000, using: &generator)
    let time = Duration.milliseconds(Int.random(in: 200_000...20_000_000, using: &generator))
    let splits = SplitList(
      of: metres, every: .random(in: 300...2000, using: &generator), in: time,
      secondHalfReducedBy: .random(in: 0...0.5, using: &generator), limit: 1000)
    var total = Duration.zero
    for line in SplitTable(splits: splits, units: Self.units).lines(.plain).dropFirst().dropLast() {
      let cells = line.split(separator: " ")
      total += try readTime(String(cells[3]))
      #expect(total.clockText() == cells[4])
    }
    #expect(total.clockText() == time.clockText())
  }
}
