import TerminalUI

extension ProfileColumns {
  /// The rows from the highest that has anything to the lowest, two half columns a character; spaces at their ends are
  /// left out.
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
      // A space has no looks.
      while run.text.last == " " { run.text.removeLast() }
      line += style.text(run.text, run.paint.look, on: run.paint.background)
      while line.last == " " { line.removeLast() }
      return line
    }
    return Array(all.drop(while: \.isEmpty))
  }
}

/// One character of a row: what two half columns show there.
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
      paint = Paint(look: isSeen ? left.look : nil)
      return
    }
    let (leftFill, rightFill) = (Self.fill(left, row), Self.fill(right, row))
    if style.isColoured, let left, let right, leftFill == 2, rightFill == 2, left.look != right.look,
      left.look == .cyan || right.look == .cyan
    {
      // Two colours in one character: the one as its background.
      text = left.look == .cyan ? "▐" : "▌"
      paint = Paint(look: left.look == .cyan ? right.look : left.look, background: .cyan)
      return
    }
    text = Self.quadrants[leftFill][rightFill]
    let higher = leftFill >= rightFill ? left : right
    paint = Paint(look: leftFill + rightFill > 0 ? higher?.look : nil)
  }

  /// An open interval is drawn in whole characters only.
  private static func fill(_ column: ProfileColumns.Column?, _ row: Int) -> Int {
    guard let column, !column.isOpen, !column.isGap else { return 0 }
    return column.filled(row)
  }

  /// By the half rows that are filled on the left, and on the right.
  private static let quadrants = [[" ", "▗", "▐"], ["▖", "▄", "▟"], ["▌", "▙", "█"]]
}

extension ProfileColumns.Column {
  /// How many half rows of a row, counted from 0 at the bottom, are filled: 0 to 2.
  fileprivate func filled(_ row: Int) -> Int { min(max(level - row * 2, 0), 2) }
}
