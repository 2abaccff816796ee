import Text

/// The visible part of a line that may be wider than its field, scrolled so that the cursor is visible.
package struct EditWindow: Equatable {
  /// The visible text, at most `width` columns and safe for a terminal; `…` marks a side on which text is hidden.
  package let text: String
  /// Number of columns before the cursor: less than the width.
  package let cursorColumn: Int
  private let width: Int
  private let scrolled: Int
  private let starts: [Int]

  /// Scrolls a line in a field of `width` columns; the last one stays free for a cursor at the end.
  package init(_ line: LineEditor, width: Int) {
    let width = max(width, 4)
    let shown = line.characters.map(\.shown)
    // Number of columns before each character, and before the end.
    let starts = shown.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.columns) }
    let total = starts[shown.count]
    let cursor = starts[line.cursor]
    // The cursor stays in the middle, except near both ends of the line.
    let scrolled = total < width ? 0 : min(max(cursor - width / 2, 0), total - width + 1)
    var first = 0
    while starts[first] < scrolled { first += 1 }
    var end = first
    let isCutLeft = scrolled > 0
    while end < shown.count, starts[end + 1] - scrolled < width { end += 1 }
    let isCutRight = end < shown.count
    // The marks replace the outermost characters.
    if isCutLeft, first < end { first += 1 }
    if isCutRight, end > first { end -= 1 }
    let left = isCutLeft ? "…".padded(to: starts[first] - scrolled) : ""
    text = left + shown[first..<end].joined() + (isCutRight ? "…" : "")
    cursorColumn = cursor - scrolled
    self.width = width
    self.scrolled = scrolled
    self.starts = starts
  }

  /// The column of a character of the line; that of the nearest edge if the character is hidden.
  package func column(ofCharacter index: Int) -> Int {
    min(max(starts[min(max(index, 0), starts.count - 1)] - scrolled, 0), width - 1)
  }
}

extension Character {
  /// The text that is drawn, of a known width: a dot for a character that a terminal would act on, or not show.
  fileprivate var shown: String {
    guard let first = unicodeScalars.first else { return "" }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return "·"
    default: return String(self).safeForTerminal
    }
  }
}
