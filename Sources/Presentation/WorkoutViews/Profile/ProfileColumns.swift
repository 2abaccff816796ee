import TerminalUI
import Text
import WorkoutModel

/// A profile for a terminal, where each character has two half columns and two half rows.
struct ProfileColumns: Equatable {
  /// The half columns from left to right; nil for an empty half column.
  let columns: [Column?]

  /// One half column.
  struct Column: Equatable {
    /// The index of the stretch in the profile.
    let stretch: Int
    /// The height in half rows, at least 1.
    let level: Int
    let kind: Kind
    let isOpen: Bool
    /// Whether the column is a gap between two stretches that look the same.
    let isGap: Bool
  }

  /// Draws each stretch on the half columns between its rounded start and end; `count` is the width of the profile in
  /// half columns.
  ///
  /// A stretch that would have no half column is drawn on the half column at its middle. If several stretches share a
  /// half column, the highest stretch is visible. Without colours, slow stretches are lower than the full
  /// height, so that they can be recognized.
  init(_ profile: Profile, count: Double, levels: Int, isColoured: Bool) {
    let isCapped = !isColoured && profile.stretches.contains { $0.interval.kind.effort != .slow }
    func halfRows(of stretch: Profile.Stretch) -> Int {
      let height = isCapped ? PaceHeights.withoutColours(stretch.height, stretch.interval.kind) : stretch.height
      return max(1, Int((height * Double(levels)).rounded()))
    }
    var columns: [Column?] = Array(repeating: nil, count: Int(count.rounded(.up)))
    let all = profile.stretches.map { Self.columns(of: $0, of: profile.span, count: count) }
    for (index, stretch) in profile.stretches.enumerated() {
      let kind = stretch.interval.kind
      let level = halfRows(of: stretch)
      let next = index + 1 < all.count ? profile.stretches[index + 1] : nil
      let looksLikeNext =
        next.map { $0.interval.kind.effort == kind.effort && halfRows(of: $0) == level } == true
      for column in all[index] where level > columns[column]?.level ?? 0 {
        columns[column] = Column(
          stretch: index, level: level, kind: kind, isOpen: stretch.interval.duration == nil,
          isGap: looksLikeNext && stretch.count == 1 && all[index].count > 2 && column == all[index].upperBound - 1)
      }
    }
    self.columns = columns
  }

  private static func columns(of stretch: Profile.Stretch, of span: Duration, count: Double) -> Range<Int> {
    let first = stretch.start / span * count
    let last = stretch.end / span * count
    let max = Int(count.rounded(.up))
    let (start, end) = (Int(first.rounded()), min(Int(last.rounded()), max))
    guard start < end else {
      let middle = min(Int((first + last) / 2), max - 1)
      return middle..<middle + 1
    }
    return start..<end
  }
}

extension ProfileColumns {
  /// Returns the text of the rows, from the highest non-empty row to the bottom row, without trailing spaces.
  ///
  /// Each character shows two half columns.
  func lines(rows: Int, _ style: Style) -> [String] {
    let all = (0..<rows).reversed().map { row in
      var line = ""
      var run: (text: String, paint: Cell.Paint) = ("", Cell.Paint())
      for index in stride(from: 0, to: columns.count, by: 2) {
        let cell = Cell(columns[index], index + 1 < columns.count ? columns[index + 1] : nil, row: row, style)
        if cell.paint != run.paint {
          line += style.text(run.text, run.paint.look, on: run.paint.background)
          run = ("", cell.paint)
        }
        run.text += cell.text
      }
      // Trailing spaces need no colour.
      while run.text.last == " " { run.text.removeLast() }
      line += style.text(run.text, run.paint.look, on: run.paint.background)
      while line.last == " " { line.removeLast() }
      return line
    }
    return Array(all.drop(while: \.isEmpty))
  }
}

/// One character of a row, which shows two half columns.
private struct Cell {
  let text: String
  let paint: Paint

  struct Paint: Equatable {
    var look: Style.Look?
    var background: Style.Look?
  }

  init(_ left: ProfileColumns.Column?, _ right: ProfileColumns.Column?, row: Int, _ style: Style) {
    if let left, let right, left.isOpen, right.isOpen {
      let isSeen = max(left.filled(row), right.filled(row)) > 0
      text = isSeen ? Pattern.openCell : " "
      paint = Paint(look: isSeen ? left.kind.barLook : nil)
      return
    }
    let (leftFill, rightFill) = (Self.fill(left, row), Self.fill(right, row))
    if style.isColoured, let left, let right, leftFill == 2, rightFill == 2, left.kind != right.kind {
      // Two colours in one character: the right colour is the background.
      text = "▌"
      paint = Paint(look: left.kind.barLook, background: right.kind.barLook)
      return
    }
    text = Self.quadrants[leftFill][rightFill]
    let higher = leftFill >= rightFill ? left : right
    paint = Paint(look: leftFill + rightFill > 0 ? higher?.kind.barLook : nil)
  }

  /// Returns the number of filled half rows; 0 for a gap or an open interval.
  ///
  /// An open interval is drawn in whole characters instead of half columns.
  private static func fill(_ column: ProfileColumns.Column?, _ row: Int) -> Int {
    guard let column, !column.isOpen, !column.isGap else { return 0 }
    return column.filled(row)
  }

  /// The characters; the first index is the number of filled half rows on the left, and the second index is the number
  /// on the right.
  private static let quadrants = [[" ", "▗", "▐"], ["▖", "▄", "▟"], ["▌", "▙", "█"]]
}

extension ProfileColumns.Column {
  /// Returns the number of filled half rows in a row, 0 to 2; rows are counted from the bottom.
  fileprivate func filled(_ row: Int) -> Int { min(max(level - row * 2, 0), 2) }
}
