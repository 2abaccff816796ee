import Text

/// Whether text is coloured, and how.
package struct Style: Equatable, Sendable {
  package let isColoured: Bool

  package static let plain = Style(isColoured: false)
  package static let coloured = Style(isColoured: true)

  package init(isColoured: Bool) {
    self.isColoured = isColoured
  }

  /// The style of a stream: coloured on a terminal, unless it is dumb or NO_COLOR is set (https://no-color.org).
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

  /// A text with a look, and on a background; the only background colour is `cyan`.
  package func text(_ text: String, _ look: Look?, on background: Look? = nil) -> String {
    let parameters = [look?.rawValue, background == .cyan ? "46" : nil].compactMap(\.self)
    guard isColoured, !parameters.isEmpty, !text.isEmpty else { return text }
    return "\u{1B}[\(parameters.joined(separator: ";"))m\(text)\u{1B}[0m"
  }

  /// A highlighted word and a text, in lines of at most `width` columns; on one line without a width.
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
