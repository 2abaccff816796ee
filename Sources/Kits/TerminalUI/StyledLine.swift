import Text

/// A line of text in parts with different looks.
package struct StyledLine: Equatable, Sendable {
  private var parts: [Part]

  private struct Part: Equatable {
    var text: String
    var look: Style.Look?
  }

  package static let empty = StyledLine("")

  package init(_ text: String, _ look: Style.Look? = nil) {
    parts = text.isEmpty ? [] : [Part(text: text, look: look)]
  }

  private init(parts: [Part]) {
    self.parts = parts
  }

  package static func + (left: StyledLine, right: StyledLine) -> StyledLine {
    StyledLine(parts: left.parts + right.parts)
  }

  /// Number of terminal columns.
  package var columns: Int { parts.reduce(0) { $0 + $1.text.columns } }

  package func text(_ style: Style) -> String { parts.map { style.text($0.text, $0.look) }.joined() }

  /// The line cut to a number of columns; a line that is cut ends in an ellipsis.
  package func cut(to width: Int) -> StyledLine {
    guard columns > width else { return self }
    var left = width
    var kept: [Part] = []
    for part in parts where left > 0 {
      // A part that just fits before another part loses its last column to the ellipsis.
      let text = part.text.columns < left ? part.text : (part.text + " ").cut(to: left)
      kept.append(Part(text: text, look: part.look))
      left -= text.columns
      if text != part.text { break }
    }
    return StyledLine(parts: kept)
  }

  /// The line centred in a number of columns.
  package func centred(in width: Int) -> StyledLine {
    let line = cut(to: width)
    return StyledLine(String(repeating: " ", count: max(0, width - line.columns) / 2)) + line
  }

  /// A line at the left end of `width` columns, one at the right end, and optionally one in the middle.
  ///
  /// Nil if they do not fit with a column between them.
  package static func spread(
    _ left: StyledLine, _ right: StyledLine, middle: StyledLine? = nil, in width: Int
  ) -> StyledLine? {
    let taken = left.columns + right.columns
    guard let middle else {
      guard taken < width else { return nil }
      return left + gap(width - taken) + right
    }
    guard taken + middle.columns + 2 <= width else { return nil }
    // In the middle of the whole width, as far as the ends leave room.
    let wanted = (width - middle.columns) / 2 - left.columns
    let before = min(max(1, wanted), width - taken - middle.columns - 1)
    return left + gap(before) + middle + gap(width - taken - middle.columns - before) + right
  }

  private static func gap(_ columns: Int) -> StyledLine { StyledLine(String(repeating: " ", count: columns)) }
}

/// A bar to scale, in block characters, with a resolution of an eighth of a column.
package struct Bar: Equatable, Sendable {
  /// Length from 0 to 1; a length above 0 is drawn as at least an eighth of a column.
  package let fraction: Double

  package init(fraction: Double) {
    self.fraction = fraction
  }

  package func text(columns: Int) -> String {
    guard fraction > 0, columns > 0 else { return "" }
    let eighths = max(1, Int((min(fraction, 1) * Double(columns * 8)).rounded()))
    let rest = eighths % 8
    return String(repeating: "█", count: eighths / 8) + (rest > 0 ? Self.eighths[rest - 1] : "")
  }

  private static let eighths = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]
}
