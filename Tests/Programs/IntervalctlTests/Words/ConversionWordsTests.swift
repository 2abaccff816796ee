import TerminalUI
import Text
import PlanNotation
import Testing
import WorkoutModel

@testable import intervalctl

@Suite struct ConversionWordsTests {
  @Test(arguments: [
    (DisplayUnits(distance: .miles, pace: .milesPerHour), "11:30/mi", " 5.22"),
    (DisplayUnits(distance: .miles, pace: .minutesPerKilometre), "11:30/mi", " 7:09"),
    (DisplayUnits(distance: .miles, pace: .milesPerHour), "5km", "   3.11"),
    (DisplayUnits(distance: .kilometres, pace: .milesPerHour), "5km", "   5.00"),
    (DisplayUnits(distance: .kilometres, pace: .milesPerHour), "90s", " 1:30"),
  ])
  func `the row of the unit to show it in stands out`(units: DisplayUnits, text: String, row: String) throws {
    let words = ConversionWords(value: try readValue(text), text: text, units: units)
    let bold = words.lines(.coloured).filter { $0.contains("\u{1B}[1m") }
    #expect(bold.count == 1)
    #expect(bold.first?.hasSuffix("\u{1B}[1m\(row)\u{1B}[0m") == true)
  }

  @Test func `nothing is wider than a narrow terminal, and nothing typed steers it`() throws {
    let text = String(repeating: "0", count: 60) + "5km"
    let units = DisplayUnits(distance: .kilometres, pace: .minutesPerKilometre)
    let lines = ConversionWords(value: try readValue(text), text: text + "\u{1B}", units: units).lines(
      .plain, width: 40)
    #expect(lines.allSatisfy { $0.columns <= 40 && !$0.contains("\u{1B}") })
    #expect(lines.dropFirst() == ["km         5.00", "mi         3.11", "metres  5000.00"])
  }

  @Test(arguments: [PaceUnit.minutesPerMile, .minutesPerKilometre])
  func `every pace is shown as it was entered`(unit: PaceUnit) throws {
    for seconds in 60...3599 {
      let text = "\(Duration.seconds(seconds).clockText())/\(unit.distance.rawValue)"
      let units = DisplayUnits(distance: unit.distance, pace: unit)
      let row = "\(unit.rawValue)  \(Duration.seconds(seconds).clockText())".split(separator: " ")
      let lines = ConversionWords(value: try readValue(text), text: text, units: units).lines(.plain)
      #expect(lines.contains { $0.split(separator: " ") == row })
    }
  }
}
