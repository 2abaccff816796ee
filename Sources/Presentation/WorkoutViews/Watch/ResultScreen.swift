import TerminalUI
import Text

/// The result of a workout in large digits: the time, the distance and the average pace, followed by notes.
struct ResultScreen {
  private let heading: String
  private let rows: [Row]
  /// The lines of the notes: that the workout is not recorded, and the next session of a program.
  private let notes: [String]
  private let width: Int
  private let gap: Int

  /// One figure of the result.
  private struct Row {
    let figure: SummaryTable.Figure
    let digits: [String]
  }

  /// Chooses the largest digits that fit; nil if not even the small digits fit.
  init?(_ summary: SummaryTable, _ room: TerminalSize) {
    let figures = summary.figures
    let notes = summary.notes.flatMap { $0.wrapped(to: room.columns) }
    let room = TerminalSize(columns: room.columns, rows: room.rows - notes.count)
    let best = [BigTime.Size.large(2), .large(1), .small].lazy.compactMap { size in
      Self.rows(figures, size, gap: size == .small ? 0 : 1, room)
    }.first
    guard let best else { return nil }
    (rows, gap) = best
    // Large digits already have an empty line after them.
    let hasSpace = gap == 0 && Self.height(rows, gap: gap) < room.rows
    self.notes = notes.isEmpty || !hasSpace ? notes : [""] + notes
    heading = summary.heading
    width = room.columns
  }

  private static func rows(
    _ figures: [SummaryTable.Figure], _ size: BigTime.Size, gap: Int, _ room: TerminalSize
  ) -> ([Row], Int)? {
    let rows = figures.map { Row(figure: $0, digits: BigTime($0.digits, size).lines) }
    let (before, digits, after) = Self.columns(rows)
    return height(rows, gap: gap) <= room.rows && before + digits + after <= room.columns ? (rows, gap) : nil
  }

  /// The number of lines without the notes.
  private static func height(_ rows: [Row], gap: Int) -> Int { rows.reduce(2) { $0 + $1.digits.count + gap } }

  /// The widths of the names, of the digits and of the units.
  private static func columns(_ rows: [Row]) -> (before: Int, digits: Int, after: Int) {
    (
      (rows.map(\.figure.name.columns).max() ?? 0) + margin, rows.compactMap(\.digits.first?.columns).max() ?? 0,
      (rows.map(\.figure.unit.columns).max() ?? 0) + margin
    )
  }

  func lines(_ style: Style) -> [String] {
    let (before, digits, after) = Self.columns(rows)
    let indent = StyledLine(String(repeating: " ", count: (width - before - digits - after) / 2))
    var lines = [StyledLine(heading, .heading).centred(in: width), .empty]
    for row in rows {
      // The name and the unit are on the line at the bottom of the digits.
      for (index, line) in row.digits.enumerated() {
        let isLast = index == row.digits.count - 1
        let name = isLast ? row.figure.name : ""
        lines.append(
          indent + StyledLine(name.padded(to: before), .faint)
            + StyledLine(line.padded(to: digits, rightAligned: true), .heading)
            + StyledLine(isLast && !row.figure.unit.isEmpty ? "  \(row.figure.unit)" : ""))
      }
      lines += Array(repeating: StyledLine.empty, count: gap)
    }
    lines += notes.map { $0.isEmpty ? .empty : StyledLine($0).centred(in: width) }
    return lines.map { $0.text(style) }
  }

  private static let margin = 2
}

extension SummaryTable {
  /// A figure of the result: its name, its digits, and the unit after the digits.
  struct Figure {
    let name: String
    let digits: String
    let unit: String

    /// Splits a text such as `9:26/km` into its digits and its unit.
    fileprivate init(_ name: String, _ text: String) {
      self.name = name
      digits = String(text.prefix { "0123456789:.".contains($0) })
      unit = String(text.dropFirst(digits.count).drop { $0 == " " })
    }
  }

  /// The time, the distance, the average pace and the mean heart rate; values that are unknown are left out.
  var figures: [Figure] {
    [
      Figure("time", timeText), distanceText.map { Figure("distance", $0) }, averageText.map { Figure("average", $0) },
      heartRateText.map { Figure("heart rate", $0) },
    ].compactMap(\.self)
  }
}
