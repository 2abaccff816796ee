package import PlanNotation
package import TerminalUI
import Text
package import WorkoutModel

/// A table of a value in all units of its quantity.
package struct ConversionTable {
  package let value: StandaloneValue
  private let text: String
  private let units: DisplayUnits

  /// Shows a value that was typed as `text`; the rows of `units` are highlighted.
  package init(value: StandaloneValue, text: String, units: DisplayUnits) {
    self.value = value
    self.text = text
    self.units = units
  }

  /// The lines of `convert`: the value as typed, then one row per unit.
  package func lines(_ style: Style, width: Int? = nil) -> [String] {
    let typed = text.singleSpaced.safeForTerminal
    let table = Table(
      columns: [.init(look: .faint), .init(isRightAligned: true)],
      rows: rows.map { [.init($0.unit), .init($0.text, look: $0.isHighlighted ? .heading : nil)] })
    return [width.map(typed.cut) ?? typed] + table.lines(style)
  }

  /// Returns the value in one unit: `3.11 mi`, `11:30/mi`; nil if the unit is for another quantity.
  ///
  /// `spelling` is any spelling of the unit.
  package func line(in spelling: String) -> String? {
    let spelling = spelling.lowercased()
    let unit = PaceUnit(spelling: spelling)?.rawValue ?? DistanceUnit(spelling: spelling)?.rawValue ?? spelling
    guard let row = rows.first(where: { $0.unit == unit || Self.spellings[$0.unit]?.contains(unit) == true }) else {
      return nil
    }
    return switch PaceUnit(rawValue: row.unit) {
    case .minutesPerMile?, .minutesPerKilometre?: "\(row.text)\(row.unit.dropFirst(3))"
    default: Self.timeFormats.contains(row.unit) ? row.text : "\(row.text) \(row.unit)"
    }
  }

  /// The units of the quantity.
  package var unitNames: [String] { rows.map(\.unit) }

  /// Additional spellings of units, for the units that neither `DistanceUnit` nor `PaceUnit` contains.
  private static let spellings = [
    "metres": ["mtr", "metre", "meter", "meters"], "minutes": ["min", "mins", "minute", "m"],
    "seconds": ["s", "sec", "secs", "second"],
  ]

  /// The formats of a time that are shown without a unit.
  private static let timeFormats = ["clock", "notation"]

  private typealias Row = (unit: String, text: String, isHighlighted: Bool)

  private var rows: [Row] {
    switch value {
    case .time(let time): rows(time)
    case .distance(let distance): rows(metres: distance.metres)
    case .pace(let pace): rows(metresPerSecond: pace.metresPerSecond)
    }
  }

  private func rows(_ time: Duration) -> [Row] {
    [
      ("clock", time.clockText(), true), ("notation", time.notation, false),
      ("minutes", decimalText(time.inSeconds / 60, decimals: 2), false),
      // The value is exact, because times have whole milliseconds.
      ("seconds", shortestText(Double(time.inMilliseconds) / 1000), false),
    ]
  }

  private func rows(metres: Double) -> [Row] {
    [DistanceUnit.kilometres, .miles].map { ($0.rawValue, $0.figure(metres: metres), $0 == units.distance) }
      + [("metres", decimalText(metres, decimals: 2), false)]
  }

  private func rows(metresPerSecond: Double) -> [Row] {
    PaceUnit.allCases.map { ($0.rawValue, $0.figure(metresPerSecond: metresPerSecond), $0 == units.pace) }
      + [(Pace.SpeedUnit.metresPerSecond.rawValue, decimalText(metresPerSecond, decimals: 2), false)]
  }
}
