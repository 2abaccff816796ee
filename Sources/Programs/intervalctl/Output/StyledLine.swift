/// A line of text in parts that look different.
struct StyledLine: Equatable {
  private(set) var parts: [Part]

  struct Part: Equatable {
    var text: String
    var look: Style.Look?
  }

  static let empty = StyledLine("")

  init(_ text: String, _ look: Style.Look? = nil) {
    parts = text.isEmpty ? [] : [Part(text: text, look: look)]
  }

  private init(parts: [Part]) {
    self.parts = parts
  }

  static func + (left: StyledLine, right: StyledLine) -> StyledLine {
    StyledLine(parts: left.parts + right.parts)
  }

  /// How many columns of a terminal it takes.
  var columns: Int { parts.reduce(0) { $0 + $1.text.columns } }

  func text(_ style: Style) -> String { parts.map { style.text($0.text, $0.look) }.joined() }

  /// The line cut to a number of columns, which an ellipsis at the end says.
  func cut(to width: Int) -> StyledLine {
    guard columns > width else { return self }
    var left = width
    var kept: [Part] = []
    for part in parts where left > 0 {
      // One that just fits, with more behind it, gives its last column for the ellipsis.
      let text = part.text.columns < left ? part.text : (part.text + " ").cut(to: left)
      kept.append(Part(text: text, look: part.look))
      left -= text.columns
      if text != part.text { break }
    }
    return StyledLine(parts: kept)
  }

  /// The line in the middle of so many columns.
  func centred(in width: Int) -> StyledLine {
    let line = cut(to: width)
    return StyledLine(String(repeating: " ", count: max(0, width - line.columns) / 2)) + line
  }

  /// One line at the left end of so many columns and one at the right, and perhaps one in their middle.
  ///
  /// Nil where they do not fit with a column between them.
  static func spread(
    _ left: StyledLine, _ right: StyledLine, middle: StyledLine? = nil, in width: Int
  ) -> StyledLine? {
    let taken = left.columns + right.columns
    guard let middle else {
      guard taken < width else { return nil }
      return left + gap(width - taken) + right
    }
    guard taken + middle.columns + 2 <= width else { return nil }
    // In the middle of the whole, as far as the ends let it.
    let wanted = (width - middle.columns) / 2 - left.columns
    let before = min(max(1, wanted), width - taken - middle.columns - 1)
    return left + gap(before) + middle + gap(width - taken - middle.columns - before) + right
  }

  private static func gap(_ columns: Int) -> StyledLine { StyledLine(String(repeating: " ", count: columns)) }
}
