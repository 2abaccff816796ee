import Text

// All text of a workout file passes through `sanitized`, and all text that a message quotes passes through `excerpt`.

extension String {
  /// Decodes a text of a workout file; invalid UTF-8 becomes replacement characters.
  init(sanitizing bytes: some Collection<UInt8>) {
    self = String(decoding: bytes, as: UTF8.self).sanitized
  }

  /// The text without the scalars that a terminal acts on, and without noncharacters such as U+FFFE.
  ///
  /// Tabs and line breaks remain, because they separate words and lines. Line breaks other than carriage return and
  /// line feed become line feeds. Only the first `maxScalarsPerCharacter` of consecutive combining marks remain, because
  /// the time to compare a text is quadratic in their number.
  var sanitized: String {
    let isPlain = utf8.allSatisfy { 0x20..<0x7F ~= $0 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    if isPlain { return self }
    var result = String.UnicodeScalarView()
    var marks = 0
    for scalar in unicodeScalars {
      marks = scalar.properties.canonicalCombiningClass == .notReordered ? 0 : marks + 1
      switch scalar {
      case _ where marks > Self.maxScalarsPerCharacter: break
      case "\t", "\n", "\r": result.append(scalar)
      case "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}": result.append("\n")
      case _ where scalar.affectsTerminal || scalar.properties.isNoncharacterCodePoint: break
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// The text for a quotation in a message: one line of at most 200 scalars, with an ellipsis if the text is cut.
  package var excerpt: String { escapedToOneLine(limit: 200) }
}
