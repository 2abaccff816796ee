import TerminalUI
import Text
import WorkoutModel

/// A small drawing of a workout to scale: each half column is a part of the time, and its height is the pace.
///
/// Only the part of a plan that is drawn is expanded into intervals. Equal intervals have equal widths, so the drawing
/// may be narrower than the available width.
struct Pattern: Equatable {
  /// The half columns from left to right; a character of the terminal shows two of them.
  let columns: [Column]
  let extent: Extent

  /// One half column of the drawing.
  struct Column: Equatable {
    let kind: Kind
    /// The number of the interval, from 1.
    let number: Int
    /// The height, above 0 and at most 1.
    ///
    /// The height is the pace as a fraction of the plan's fastest pace. For an interval without a pace, the height
    /// depends on the effort.
    let height: Double
    /// Whether the interval is open; the width of an open interval is not to scale.
    let isOpen: Bool
    /// Whether the half column is a gap between two intervals that look the same.
    let isGap: Bool
  }

  /// The part of the workout that is drawn.
  enum Extent: Equatable {
    case whole
    /// The number of intervals from the start, and their total time; the time is nil if one of the intervals is open.
    case beginning(intervals: Int, Duration?)
  }

  /// Draws a workout on at most `width` columns.
  ///
  /// The whole workout is drawn if each interval fits with at least one column. An interval that an `until` cuts always
  /// has at least half a column.
  ///
  /// Otherwise only the beginning is drawn, and each interval has at least two columns. If two columns would give equal
  /// intervals different widths, each interval has at least three or four columns. If only the first interval would
  /// fit, the minimum is lower.
  init(_ workout: Workout, width: Int) {
    self.init(workout.plan, workout.timeline, from: workout.timeline.start, intervals: .max, width: width)
  }

  /// Draws the part of a timeline that begins at `start` and has at most `intervals` intervals.
  ///
  /// The rules are those of `init(_:width:)`. `lengths` are the real durations of intervals, by the numbers of the
  /// intervals.
  init(
    _ plan: Plan, _ timeline: Timeline, from start: Position, intervals: Int, width: Int, lengths: [Int: Duration] = [:]
  ) {
    let whole = PatternDrawing(timeline, from: start, intervals: intervals, columns: width, lengths: lengths)
    // If intervals are left out, the last column is for the `…` after the drawing.
    let maxColumns = whole.isWhole ? width : width - 1
    let drawn = whole.isWhole ? whole : whole.beginning(columns: maxColumns)
    extent = whole.isWhole ? .whole : .beginning(intervals: drawn.intervals.count, drawn.duration)
    columns = Array(drawn.columns(heights: PaceHeights(plan)).prefix(max(maxColumns, 0) * 2))
  }

  /// The number of columns of an open interval.
  static let openWidth = 5
}

extension Pattern {
  /// The drawing in rows of block characters, followed by `…` if intervals are omitted.
  ///
  /// The first `finished` half columns recede, because their time is over. On an unknown background, no colour recedes,
  /// so their characters become dots.
  func lines(rows: Int, _ style: Style, finished: Int = 0) -> [String] {
    let isMixed = columns.contains { $0.kind.effort != .slow }
    // A split character shows two colours, but only one height. Without colours, it can show two heights.
    let levels = isSplit ? (style.isColoured ? 1 : 2) : 8
    let halves = columns.enumerated().map { index, column in
      PatternCell.Half(
        column, look: index < finished ? column.kind.finishedBarLook : column.kind.barLook,
        height: style.isColoured || !isMixed
          ? column.height : PaceHeights.withoutColours(column.height, column.kind),
        levels: levels)
    }
    return (0..<rows).map { row in
      let cells = stride(from: 0, to: halves.count, by: 2).map { index in
        var cell = PatternCell(
          halves[index], index + 1 < halves.count ? halves[index + 1] : nil, above: rows - 1 - row, of: rows, style)
        if style.isColoured, style.background == .unknown, index + 1 < finished, cell.text != " " {
          cell.text = Self.finishedCell
        }
        return cell
      }
      var line = ""
      var start = 0
      while start < cells.count {
        let paint = cells[start].paint
        let end = cells[start...].firstIndex { $0.paint != paint } ?? cells.count
        line += style.text(cells[start..<end].map(\.text).joined(), paint.look, on: paint.background)
        start = end
      }
      guard row < rows - 1 else { return extent == .whole ? line : line + style.text("…", .faint) }
      return line
    }
  }

  /// Whether two intervals share a character, or an interval or a gap ends in the middle of a character.
  private var isSplit: Bool {
    stride(from: 0, to: columns.count, by: 2).contains { index in
      index + 1 == columns.count || columns[index].number != columns[index + 1].number
        || columns[index].isGap != columns[index + 1].isGap
    }
  }

  /// A caption that names the drawn part and explains the marks; nil if the drawing needs no explanation.
  func caption(of totals: Totals) -> String? {
    let open = columns.contains(where: \.isOpen) ? Self.openLegend : nil
    return [extent.caption(of: totals), open].compactMap(\.self).joined(separator: "   ").nonEmpty
  }

  static let openCell = "░"
  private static let finishedCell = "·"
  static let openLegend = "\(openCell) until you say next"
}

extension Pattern.Extent {
  /// A caption that names the drawn part: `first 22:00 of 43:12`; nil if the whole workout is drawn.
  func caption(of totals: Totals) -> String? {
    guard case .beginning(let intervals, let duration) = self else { return nil }
    if let duration {
      return "first \(duration.clockText())" + (totals.duration.map { " of \($0.clockText())" } ?? ", and so on")
    }
    return "first \(intervals)" + (totals.intervals.map { " of \($0) intervals" } ?? " intervals, and so on")
  }
}

/// One character of a row of a pattern, which shows two half columns.
private struct PatternCell {
  var text: String
  let paint: Paint

  struct Paint: Equatable {
    var look: Style.Look?
    var background: Style.Look?
  }

  /// A half column with its look and with its height in a style.
  struct Half {
    let column: Pattern.Column
    let look: Style.Look
    let height: Double
    /// The number of different heights in a row: 8, or 1 or 2 if characters are split.
    let levels: Int

    init(_ column: Pattern.Column, look: Style.Look, height: Double, levels: Int) {
      (self.column, self.look, self.height, self.levels) = (column, look, height, levels)
    }

    /// Returns the number of filled eighths in a row, 0 to 8; `row` is the number of rows below this row.
    func filled(above row: Int, of rows: Int) -> Int {
      guard !column.isGap else { return 0 }
      let all = max(1, Int((height * Double(rows * levels)).rounded()))
      return min(max(all - row * levels, 0), levels) * 8 / levels
    }
  }

  init(_ left: Half, _ right: Half?, above row: Int, of rows: Int, _ style: Style) {
    let leftFill = left.filled(above: row, of: rows)
    let rightFill = right?.filled(above: row, of: rows) ?? 0
    if let right, left.column.isOpen, right.column.isOpen {
      text = leftFill > 0 ? Pattern.openCell : " "
      paint = Paint(look: leftFill > 0 ? left.look : nil)
    } else if style.isColoured, let right, leftFill == 8, rightFill == 8, left.look != right.look {
      // Two colours in one character: the right colour is the background.
      text = "▌"
      paint = Paint(look: left.look, background: right.look)
    } else if leftFill == rightFill {
      text = leftFill > 0 ? Self.eighths[leftFill - 1] : " "
      paint = Paint(look: leftFill > 0 ? left.look : nil)
    } else {
      text = Self.quadrants[Self.halves(leftFill)][Self.halves(rightFill)]
      paint = Paint(look: (leftFill > rightFill ? left : right)?.look)
    }
  }

  /// Returns the number of filled half rows, 0 to 2.
  private static func halves(_ eighths: Int) -> Int { (eighths + 3) / 4 }

  private static let eighths = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  /// The characters; the first index is the number of filled half rows on the left, and the second index is the number
  /// on the right.
  private static let quadrants = [[" ", "▗", "▐"], ["▖", "▄", "▟"], ["▌", "▙", "█"]]
}

extension String {
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
