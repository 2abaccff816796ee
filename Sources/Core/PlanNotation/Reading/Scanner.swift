import Text
import WorkoutModel

/// Text, and the offset up to which the text has been read, in bytes of UTF-8.
struct Scanner {
  let bytes: [UInt8]
  var offset = 0
  /// Whether the next plan is a session of a program, and therefore ends where a week or another session begins.
  var isInProgram = false

  init(_ text: String) throws(NotationError) {
    let byteOrderMark = text.utf8.starts(with: [0xEF, 0xBB, 0xBF])  // Some editors write it.
    bytes = Array(text.utf8.dropFirst(byteOrderMark ? 3 : 0))
    guard bytes.count <= PlanFile.maxBytes else { throw error(.textTooLong, at: PlanFile.maxBytes) }
  }

  /// The next byte; nil at the end of the text.
  var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  func isNext(_ character: Unicode.Scalar) -> Bool { next == UInt8(ascii: character) }

  /// Reads an ASCII character if it is next, ignoring case.
  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard let next, next == UInt8(ascii: character) || (next.isLetter && next | 0x20 == UInt8(ascii: character))
    else { return false }
    offset += 1
    return true
  }

  /// Reads spaces of any width, which texts from web pages and word processors contain.
  mutating func skipSpaces() {
    while let next {
      if next == UInt8(ascii: " ") || next == UInt8(ascii: "\t") || next == UInt8(ascii: "\r") {
        offset += 1
      } else if next >= 0x80, let space = Self.specialSpaces.first(where: { bytes[offset...].starts(with: $0) }) {
        offset += space.count
      } else {
        return
      }
    }
  }

  /// The spaces of Unicode other than the ASCII space, and the zero-width spaces, in UTF-8.
  private static let specialSpaces =
    (["\u{A0}", "\u{1680}", "\u{202F}", "\u{205F}", "\u{3000}", "\u{200B}", "\u{2060}", "\u{FEFF}"]
    + (0x2000...0x200A).compactMap(Unicode.Scalar.init).map(String.init)).map { Array($0.utf8) }

  /// Whether the line ends here, possibly after a comment.
  var isAtLineEnd: Bool { next == nil || isNext("\n") || isNext("#") }

  /// Reads spaces, comments and line ends; returns true if it read a line end.
  @discardableResult mutating func skipLines() -> Bool {
    var isNewLine = false
    while true {
      skipSpaces()
      if isNext("#") {
        while let next, next != UInt8(ascii: "\n") { offset += 1 }
      } else if skip("\n") {
        isNewLine = true
      } else {
        return isNewLine
      }
    }
  }

  /// Reads a word and returns it in lower case; the word may be empty.
  ///
  /// A word consists of ASCII letters. With `hyphens`, it may also contain hyphens.
  mutating func word(hyphens: Bool = false) -> String {
    let start = offset
    while let next, next.isLetter || (hyphens && next == UInt8(ascii: "-")) { offset += 1 }
    return text(from: start).lowercased()
  }

  /// The next word, without reading it.
  func peekWord(hyphens: Bool = false) -> String {
    var ahead = self
    return ahead.word(hyphens: hyphens)
  }

  /// Reads digits; the result is empty if no digit is next.
  mutating func digits() -> String {
    let start = offset
    while let next, next.isDigit { offset += 1 }
    return text(from: start)
  }

  func text(from start: Int) -> String { text(start..<offset) }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

extension Scanner {
  func error(_ reason: NotationError.Reason, at offset: Int? = nil) -> NotationError {
    var offset = min(offset ?? self.offset, bytes.count)
    while offset < bytes.count, bytes[offset].isContinuation { offset -= 1 }
    let lineStart = bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    var lineEnd = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    if lineEnd > lineStart, bytes[lineEnd - 1] == UInt8(ascii: "\r") { lineEnd -= 1 }
    return NotationError(
      reason,
      line: bytes[..<offset].count { $0 == UInt8(ascii: "\n") } + 1,
      column: bytes[lineStart..<min(offset, lineEnd)].count { !$0.isContinuation } + 1,
      lineText: text(lineStart..<lineEnd))
  }

  /// The error for an unexpected text.
  ///
  /// - Parameters:
  ///   - expected: the description of the expected text.
  ///   - words: the expected words; the error suggests the word that is most similar to the unexpected text.
  ///   - offset: the offset of the error; nil for the present offset.
  ///   - typed: the unexpected text; nil for the next word.
  ///   - fix: the correction, if known.
  /// - Returns: the error.
  func unexpected(
    _ expected: String, words: [String] = [], at offset: Int? = nil, typed: String? = nil,
    fix: NotationError.Fix? = nil
  ) -> NotationError {
    let offset = offset ?? self.offset
    var ahead = self
    ahead.offset = offset
    let word = typed ?? ahead.word(hyphens: true)
    // A known word in the wrong place is not misspelt.
    let nearest = words.contains(word) ? nil : nearestWord(to: word, in: words)
    let reason = NotationError.Reason.unexpected(
      found: found(at: offset), expected: expected, nearest: nearest, fix: fix ?? fixForCharacter(at: offset))
    return error(reason, at: offset)
  }

  /// The text at an offset, for a message: a quoted word or character, or the end of the line or text.
  func found(at offset: Int) -> String {
    guard offset < bytes.count else { return "the end" }
    guard !"\n\r#".utf8.contains(bytes[offset]) else { return "the end of the line" }
    return "'\(quote(at: offset))'"
  }

  /// The word or number at an offset, in any script; if there is neither, the character at the offset.
  ///
  /// The result has at most 40 Unicode scalars.
  func quote(at offset: Int) -> String {
    // 40 scalars have at most 160 bytes, so the word fits in 200 bytes.
    let ahead = text(offset..<min(offset + 200, bytes.count))
    let word = ahead.unicodeScalars.prefix {
      $0.properties.isAlphabetic || $0.properties.numericType != nil || ".:-".unicodeScalars.contains($0)
    }
    // The colon of `session:` is not part of the word.
    let trimmed = word.last == ":" ? word.dropLast() : word
    return trimmed.isEmpty ? symbol(at: offset) : String(trimmed).quotation
  }

  /// The character at an offset; an invisible character is shown as its code, such as `U+00A0`.
  func symbol(at offset: Int) -> String {
    var end = offset + 1
    while end < bytes.count, bytes[end].isContinuation { end += 1 }
    guard let scalar = text(offset..<end).unicodeScalars.first else { return "" }
    guard !scalar.isVisible else { return String(scalar) }
    return "U+\(String(scalar.value, radix: 16, uppercase: true).zeroPadded(to: 4))"
  }
}

extension UInt8 {
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
  /// Whether the byte is a continuation byte of UTF-8, which is not the first byte of a scalar.
  var isContinuation: Bool { self & 0xC0 == 0x80 }
}

// MARK: - Quoted texts

extension Scanner {
  /// Reads a text in quotes.
  ///
  /// - Parameter limited: The kind of text, which limits the number of characters; nil for no limit.
  /// - Returns: The text; nil if no quote is next.
  /// - Throws: `NotationError` for a text that has no end, is too long or contains an unknown escape.
  mutating func quotedText(_ limited: LimitedText? = nil) throws(NotationError) -> String? {
    let start = offset
    guard skip("\"") else { return nil }
    var content: [UInt8] = []
    var characters = 0
    var excess: Int?
    while let next, next != UInt8(ascii: "\n") {
      if !next.isContinuation {
        if characters == limited?.maxCharacters, next != UInt8(ascii: "\"") { excess = offset }
        characters += 1
      }
      offset += 1
      switch next {
      case UInt8(ascii: "\""):
        if let excess, let limited { throw error(.longText(limited), at: excess) }
        return String(decoding: content, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let escaped = self.next, escaped != UInt8(ascii: "\n") else { break }
        guard escaped == UInt8(ascii: "\"") || escaped == UInt8(ascii: "\\") else {
          throw error(.unknownEscape(found: "\\\(symbol(at: offset))"), at: offset - 1)
        }
        content.append(escaped)
        offset += 1
      default: content.append(next)
      }
    }
    throw error(.unterminatedText, at: start)
  }

  /// Reads a text in quotes; if no quote is next, throws an error whose message contains `expected`.
  mutating func text(
    _ expected: String = "a text in quotes", limited: LimitedText? = nil
  ) throws(NotationError) -> String {
    if let text = try quotedText(limited) { return text }
    let bare = restOfLine
    throw unexpected(expected, fix: bare.isEmpty ? nil : .oneOf(["\(lineSoFar)\(quoted(bare.quotation))"]))
  }

  /// The rest of the line without the comment.
  ///
  /// Spaces, and quotation marks of any form, are removed at both ends.
  var restOfLine: String {
    let end = bytes[offset...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "#") } ?? bytes.count
    return text(offset..<end).trimmed(where: \.isAroundText)
  }

  /// The rest of the line with its comment.
  var textToLineEnd: String { text(offset..<(bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count)) }

  /// The line up to the present offset, for hints with a corrected line.
  var lineSoFar: String {
    let start = bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let line = text(start..<offset).quotation
    return line.isEmpty ? line : "\(line) "
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a space or a quote of any form.
  fileprivate var isAroundText: Bool { properties.isWhitespace || "\"'`´“”„‟‘’‚«»".unicodeScalars.contains(self) }
}
