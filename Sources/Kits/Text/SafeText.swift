// Text from plans, files, arguments and messages may contain any character. Each of these functions makes text safe for
// one purpose: a terminal, a log line, an environment variable, a desktop notification, the speech service or another
// file format.

extension String {
  /// The text with `·` instead of each scalar that a terminal acts on.
  package var safeForTerminal: String {
    isPrintableASCII
      ? self : String(String.UnicodeScalarView(unicodeScalars.map { $0.affectsTerminal ? "·" : $0 }))
  }

  /// Whether each byte is a printable ASCII character; most texts are, and need no further examination.
  var isPrintableASCII: Bool {
    let bytes = utf8Span.span
    for index in bytes.indices where bytes[index] < 0x20 || bytes[index] >= 0x7F { return false }
    return true
  }

  /// The text with a space instead of each control character, because systemd.exec(5) refuses control characters.
  package var safeForEnvironment: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }

  /// The text with a space instead of each noncharacter, such as U+FFFE, because systemd refuses texts with these
  /// scalars.
  ///
  /// Source: `unichar_is_valid` in systemd's src/basic/utf8.c; The Unicode Standard, section 23.7.
  package var safeForManager: String { replacingScalars { $0.properties.isNoncharacterCodePoint ? " " : nil } }

  /// The text as one line of at most `limit` scalars, for logs and terminals.
  ///
  /// Each scalar that a terminal acts on is escaped: `\n`, `\t`, `\r` or `\u{1B}`. An escape counts as one scalar. An
  /// ellipsis, which does not count, ends a text that is cut.
  package func escapedToOneLine(limit: Int) -> String {
    var line = ""
    var count = 0
    for scalar in unicodeScalars {
      guard count < limit else { return line + "…" }
      count += 1
      switch scalar {
      case "\n": line += "\\n"
      case "\r": line += "\\r"
      case "\t": line += "\\t"
      case _ where scalar.affectsTerminal: line += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line
  }

  /// The text for a window of the desktop: no invisible scalars, and at most `limit` characters of limited size.
  ///
  /// - A line break of any kind becomes a line feed if `keepingLines` is true, otherwise a space; a tab becomes a
  ///   space.
  /// - Other scalars that a terminal acts on are dropped, such as bidirectional overrides and zero-width spaces.
  /// - Only the first `maxScalarsPerCharacter` scalars of a character remain.
  /// - A text of more than `limit` characters is cut. An ellipsis replaces the end, and is within `limit`.
  package func preparedForDisplay(keepingLines: Bool, limit: Int) -> String {
    // A cue waits for this function. Most texts need no change, so this check returns them quickly.
    guard utf8.count > limit || utf8.contains(where: { !(0x20..<0x7F ~= $0) }) else { return self }
    let visible = droppingInvisibles(lineBreak: keepingLines ? "\n" : " ")
    let isCut = visible.index(visible.startIndex, offsetBy: limit + 1, limitedBy: visible.endIndex) != nil
    var text = ""
    for character in visible.prefix(isCut ? limit - 1 : limit) {
      text.unicodeScalars.append(contentsOf: character.unicodeScalars.prefix(Self.maxScalarsPerCharacter))
    }
    return isCut ? text + "…" : text
  }

  /// Maximum number of scalars of a displayed character: enough for any emoji.
  package static let maxScalarsPerCharacter = 16

  private func droppingInvisibles(lineBreak: Unicode.Scalar) -> String {
    var result = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in unicodeScalars {
      switch scalar {
      case "\n" where previous == "\r": break
      case "\n", "\r", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}": result.append(lineBreak)
      case "\t": result.append(" ")
      case _ where scalar.affectsTerminal: break
      default: result.append(scalar)
      }
      previous = scalar
    }
    return String(result)
  }
}

extension String {
  /// The text without the scalars at its end, and possibly at its start, that satisfy a condition.
  package func trimmed(atStart: Bool = true, where isUnwanted: (Unicode.Scalar) -> Bool) -> String {
    var (start, end) = (unicodeScalars.startIndex, unicodeScalars.endIndex)
    while atStart, start < end, isUnwanted(unicodeScalars[start]) { unicodeScalars.formIndex(after: &start) }
    while start < end, case let last = unicodeScalars.index(before: end), isUnwanted(unicodeScalars[last]) {
      end = last
    }
    return String(self[start..<end])
  }

  /// The first `count` scalars of the text.
  package func prefix(scalars count: Int) -> String {
    let end = unicodeScalars.index(startIndex, offsetBy: count, limitedBy: endIndex)
    return String(self[..<(end ?? endIndex)])
  }
}

extension StringProtocol {
  /// The text on one line, with single spaces between words and without the scalars that a terminal acts on.
  package var cleanedToOneLine: String {
    words { !$0.affectsTerminal }.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The text with a single space instead of each run of white space, and no white space at its ends.
  package var singleSpaced: String { words { _ in true }.joined(separator: " ") }

  /// The words between white space, reduced to the scalars that satisfy a condition.
  ///
  /// The text is split by scalars, because it takes quadratic time to split some texts by characters.
  private func words(_ isIncluded: (Unicode.Scalar) -> Bool) -> [String] {
    unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
      .map { String(String.UnicodeScalarView($0.filter(isIncluded))) }
  }
}

/// Text for a speech service: one line of limited length.
package struct SpokenText: Equatable, Sendable {
  package let words: String

  /// Maximum number of characters; a listener cannot follow a longer text between two intervals.
  package static let limit = 500

  /// Replaces control characters and line breaks by spaces, and drops other scalars that a terminal acts on.
  ///
  /// The result is nil if there is nothing to speak.
  package init?(_ text: String) {
    // A line break would end the text in the protocols of speech services.
    var line = ""
    for character in text.prefix(Self.limit) {
      if character.unicodeScalars.contains(where: \.isControlOrLineBreak) {
        line.append(" ")
      } else {
        line.unicodeScalars.append(contentsOf: character.unicodeScalars.filter { !$0.affectsTerminal })
      }
    }
    guard !line.allSatisfy(\.isWhitespace) else { return nil }
    words = line
  }
}

// MARK: - Scalars

extension Unicode.Scalar {
  /// Whether a terminal acts on the scalar.
  ///
  /// A terminal acts on control characters, line separators, and format characters such as the ones that change the
  /// direction of writing.
  ///
  /// The zero-width joiner and non-joiner are text, because emoji and some scripts need them.
  package var affectsTerminal: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
    case .format: value != 0x200C && value != 0x200D
    default: false
    }
  }

  /// Whether the scalar is text that no terminal acts on; spaces and joiners are printable, unassigned scalars are not.
  package var isPrintable: Bool {
    switch properties.generalCategory {
    case .privateUse, .unassigned: false
    default: !affectsTerminal
    }
  }

  /// Whether the scalar is visible on its own: it is printable, and neither a space nor ignorable by default.
  package var isVisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate, .privateUse, .unassigned:
      false
    default: !properties.isDefaultIgnorableCodePoint
    }
  }

  fileprivate var isControlOrLineBreak: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}

extension String {
  /// The text with `&`, `<` and `>` as entities: for Pango markup, and for the body of a notification.
  package var escapedAsMarkup: String {
    guard utf8.contains(where: { "&<>".utf8.contains($0) }) else { return self }
    return replacingScalars { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      default: nil
      }
    }
  }

  /// The text for XML 1.0: the content of an element, or the value of an attribute in double quotes.
  ///
  /// Scalars that XML cannot contain, not even as references, are dropped (section 2.2, production 2).
  package var escapedAsXML: String {
    replacingScalars { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "\t", "\n", "\r": "&#\(scalar.value);"
      case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": ""
      default: nil
      }
    }
  }

  /// The text as one word of a shell command, in single quotes if necessary.
  package var shellWord: String {
    let isPlain = !isEmpty && utf8.allSatisfy { $0.isASCIIAlphanumeric || "/-._".utf8.contains($0) }
    return isPlain ? self : "'\(replacingScalars { $0 == "'" ? #"'\''"# : nil })'"
  }

  /// The text with percent-encoding (RFC 3986, section 2.1).
  ///
  /// All bytes are encoded except ASCII letters, ASCII digits and the bytes of `allowed`.
  package func percentEncoded(allowed: String) -> String {
    utf8.map { byte in
      byte.isASCIIAlphanumeric || allowed.utf8.contains(byte)
        ? String(Unicode.Scalar(byte)) : "%" + String(byte, radix: 16, uppercase: true).zeroPadded(to: 2)
    }.joined()
  }
}

extension UInt8 {
  /// Whether the byte is an ASCII letter or digit.
  package var isASCIIAlphanumeric: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
