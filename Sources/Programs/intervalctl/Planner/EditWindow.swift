import PlanNotation

/// The part of a line that is seen where the whole is wider than its place, scrolled so that the cursor is in it.
struct EditWindow: Equatable {
  /// What is seen, at most `width` columns and all of it harmless; `…` marks a side on which there is more.
  let text: String
  /// How many columns stand before the cursor: less than the width.
  let cursorColumn: Int
  private let width: Int
  private let scrolled: Int
  private let starts: [Int]

  /// Takes a line with a cursor and the columns of its place, of which the last stays free for a cursor at the end.
  init(_ line: LineEditor, width: Int) {
    let width = max(width, 4)
    let shown = line.characters.map(\.shown)
    // How many columns stand before each character, and before the end.
    let starts = shown.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.columns) }
    let total = starts[shown.count]
    let cursor = starts[line.cursor]
    // The cursor stays in the middle, but at the two ends of the line.
    let scrolled = total < width ? 0 : min(max(cursor - width / 2, 0), total - width + 1)
    var first = 0
    while starts[first] < scrolled { first += 1 }
    var end = first
    let isCutLeft = scrolled > 0
    while end < shown.count, starts[end + 1] - scrolled < width { end += 1 }
    let isCutRight = end < shown.count
    // The marks take the place of the outermost characters.
    if isCutLeft, first < end { first += 1 }
    if isCutRight, end > first { end -= 1 }
    let left = isCutLeft ? "…".padded(to: starts[first] - scrolled) : ""
    text = left + shown[first..<end].joined() + (isCutRight ? "…" : "")
    cursorColumn = cursor - scrolled
    self.width = width
    self.scrolled = scrolled
    self.starts = starts
  }

  /// The column of a character of the line; at the edge on whose side it is, where it is not seen.
  func column(ofCharacter index: Int) -> Int {
    min(max(starts[min(max(index, 0), starts.count - 1)] - scrolled, 0), width - 1)
  }
}

extension Character {
  /// What is drawn for it, of a width that is known: a dot for what a terminal would obey or show nothing of.
  fileprivate var shown: String {
    guard let first = unicodeScalars.first else { return "" }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return "·"
    default: return String(self).harmless
    }
  }
}
