import Text

// All text of a workout file passes through `sanitized`, and all text that a message quotes passes through `excerpt`.

/// A text of a FIT file, whose encoding should be UTF-8.
struct ForeignText: Equatable {
  /// The sanitized text.
  let text: String
  /// Assumption about the encoding; nil for a text in UTF-8.
  let assumption: Loss?

  /// Decodes a text; anything other than valid UTF-8 causes an assumption.
  ///
  /// A program that cuts a text to the size of its field can leave an incomplete character at the end of the text. This
  /// character is left out. Any other text that is not valid UTF-8 is read as windows-1252.
  init(_ bytes: some BidirectionalCollection<UInt8>) {
    if let text = String(validating: bytes, as: UTF8.self)?.sanitized {
      (self.text, assumption) = (text, nil)
    } else if let text = Self.withoutIncompleteEnd(bytes)?.sanitized {
      self.text = text
      assumption = .assumed("the text \"\(text)\" ends in the middle of a character", readAs: "UTF-8")
    } else {
      text = String(windows1252: bytes).sanitized
      assumption = .assumed("the text \"\(text)\" is not in UTF-8", readAs: "windows-1252")
    }
  }

  /// The text in UTF-8 before an incomplete character; nil if the text is more likely to be in windows-1252.
  ///
  /// A single byte after ASCII characters is more likely to be a letter in windows-1252, such as the last one of `Olé`,
  /// except the first byte of most Latin letters in UTF-8, which is `Ã` in windows-1252.
  private static func withoutIncompleteEnd(_ bytes: some BidirectionalCollection<UInt8>) -> String? {
    guard let lead = bytes.lastIndex(where: { $0 >= 0xC2 }), bytes[lead...].count <= 3,
      bytes[lead...].dropFirst().allSatisfy({ 0x80...0xBF ~= $0 }),
      let text = String(validating: bytes[..<lead], as: UTF8.self)
    else { return nil }
    return bytes[lead...].count > 1 || bytes[lead] == 0xC3 || bytes[..<lead].contains { $0 >= 0x80 } ? text : nil
  }
}

extension String {
  /// Decodes a text in windows-1252, the encoding that most programs on Windows use for files without Unicode.
  init(windows1252 bytes: some Sequence<UInt8>) {
    var text = UnicodeScalarView()
    for byte in bytes {
      let codePoint = 0x80...0x9F ~= byte ? Self.windows1252[Int(byte) - 0x80] : UInt32(byte)
      text.append(Unicode.Scalar(codePoint) ?? "\u{FFFD}")
    }
    self.init(text)
  }

  /// Code points of the bytes 0x80 to 0x9F in windows-1252; every other byte has the same value as its code point.
  ///
  /// Source: WHATWG, "Encoding Standard", index windows-1252.
  private static let windows1252: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D,
    0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,
    0x017E, 0x0178,
  ]

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
