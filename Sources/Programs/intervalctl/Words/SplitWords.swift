import TerminalUI
import RunCalculator
import Varlink
import WorkoutModel

/// The words for splits.
struct SplitWords {
  let splits: SplitList
  let units: DisplayUnits

  func lines(_ style: Style, width: Int? = nil) -> [String] {
    var table = Table(columns: [
      .init(title: "No.", isRightAligned: true), .init(title: units.distance.rawValue, isRightAligned: true),
      .init(title: units.pace.rawValue, isRightAligned: true), .init(title: "Time", isRightAligned: true),
      .init(title: "Total", isRightAligned: true),
    ])
    table.rows = splits.listed.map(row)
    guard splits.isTruncated else {
      table.rows[table.rows.count - 1][4].look = .heading
      return table.lines(style, width: width)
    }
    let total = "\(units.distance.text(metres: splits.metres)) in \(style.text(splits.time.clockText(), .heading))"
    return table.lines(style, width: width) + ["and so on to split \(splits.count)", total]
  }

  var json: JSONValue {
    .object([
      "count": .int(splits.count),
      "distanceM": .float(splits.metres),
      "durationMs": .int(splits.time.inMilliseconds),
      "splits": .array(splits.listed.map(\.json)),
      "truncated": .bool(splits.isTruncated),
    ])
  }

  private func row(_ split: Split) -> [Table.Cell] {
    [
      .init("\(split.number)"), .init(units.distance.figure(metres: split.totalMetres)),
      .init(units.pace.figure(metresPerSecond: split.metresPerSecond)), .init(split.time.clockText()),
      .init(split.totalTime.clockText()),
    ]
  }
}

extension Split {
  fileprivate var json: JSONValue {
    .object([
      "number": .int(number),
      "distanceM": .float(metres),
      "durationMs": .int(time.inMilliseconds),
      "paceMps": .float(metresPerSecond),
      "totalDistanceM": .float(totalMetres),
      "totalDurationMs": .int(totalTime.inMilliseconds),
    ])
  }
}
