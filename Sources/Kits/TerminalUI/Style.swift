import Text

/// Style of text, which determines whether escape sequences for colours and other looks are used.
package struct Style: Equatable, Sendable {
  package let isColoured: Bool

  package static let plain = Style(isColoured: false)
  package static let coloured = Style(isColoured: true)

  package init(isColoured: Bool) {
    self.isColoured = isColoured
  }

  /// The style of a stream: coloured on a terminal, unless the terminal is dumb or NO_COLOR is set
  /// (https://no-color.org).
  package init(isTerminal: Bool, environment: [String: String]) {
    isColoured = isTerminal && environment["TERM"] != "dumb" && (environment["NO_COLOR"] ?? "").isEmpty
  }

  /// The look of a text: parameters of the escape sequence SGR (ECMA-48, 8.3.117).
  package enum Look: String, Sendable {
    case heading = "1"
    case faint = "2"
    case green = "1;32"
    case cyan = "36"
    case error = "1;31"
    case warning = "1;35"
  }

  /// A text with a look and a background; the only supported background is `cyan`.
  package func text(_ text: String, _ look: Look?, on background: Look? = nil) -> String {
    let parameters = [look?.rawValue, background == .cyan ? "46" : nil].compactMap(\.self)
    guard isColoured, !parameters.isEmpty, !text.isEmpty else { return text }
    return "\u{1B}[\(parameters.joined(separator: ";"))m\(text)\u{1B}[0m"
  }

  /// Returns a highlighted word followed by a text, in lines of at most `width` columns; one line if `width` is nil.
  package func paragraph(_ word: String, _ look: Look, _ text: String, width: Int?) -> [String] {
    var lines = ["\(word) \(text.safeForTerminal)"]
    if let width { lines = lines[0].wrapped(to: width) }
    lines[0] = self.text(word, look) + lines[0].dropFirst(word.count)
    return lines
  }
}

extension String {
  /// The text without SGR sequences.
  package var withoutSequences: String {
    var isSequence = false
    return String(
      String.UnicodeScalarView(
        unicodeScalars.filter { scalar in
          if scalar == "\u{1B}" { isSequence = true }
          defer { if isSequence, scalar == "m" { isSequence = false } }
          return !isSequence
        }))
  }
}

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

  /// The line shortened to a number of columns; a shortened line ends in an ellipsis.
  package func cut(to width: Int) -> StyledLine {
    guard columns > width else { return self }
    var left = width
    var fitting: [Part] = []
    for part in parts where left > 0 {
      // If a part fills the width exactly and another part follows, the ellipsis replaces the last column of the part.
      let text = part.text.columns < left ? part.text : (part.text + " ").cut(to: left)
      fitting.append(Part(text: text, look: part.look))
      left -= text.columns
      if text != part.text { break }
    }
    return StyledLine(parts: fitting)
  }

  /// The line centred in a number of columns.
  package func centred(in width: Int) -> StyledLine {
    let line = cut(to: width)
    return StyledLine(String(repeating: " ", count: max(0, width - line.columns) / 2)) + line
  }

  /// Places one line at the left end of `width` columns, one at the right end, and optionally one in the middle.
  ///
  /// The result is nil if the lines do not fit with a column between them.
  package static func spread(
    _ left: StyledLine, _ right: StyledLine, middle: StyledLine? = nil, in width: Int
  ) -> StyledLine? {
    let taken = left.columns + right.columns
    guard let middle else {
      guard taken < width else { return nil }
      return left + gap(width - taken) + right
    }
    guard taken + middle.columns + 2 <= width else { return nil }
    // The middle line is centred in the whole width if the lines at both ends leave enough room.
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
