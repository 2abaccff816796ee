import Text

/// A text and how far it has been read, in bytes of UTF-8.
struct Scanner {
  let bytes: [UInt8]
  var offset = 0

  init(_ text: String) throws(NotationError) {
    let byteOrderMark = text.utf8.starts(with: [0xEF, 0xBB, 0xBF])  // As some editors write.
    bytes = Array(text.utf8.dropFirst(byteOrderMark ? 3 : 0))
    guard bytes.count <= PlanFile.longestText else { throw error(.textTooLong, at: PlanFile.longestText) }
  }

  /// The byte to be read; nil at the end.
  var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  func isNext(_ character: Unicode.Scalar) -> Bool { next == UInt8(ascii: character) }

  /// Reads one ASCII character if it comes next, without regard to case.
  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard let next, next == UInt8(ascii: character) || (next.isLetter && next | 0x20 == UInt8(ascii: character))
    else { return false }
    offset += 1
    return true
  }

  mutating func skipSpaces() {
    while let next, next == UInt8(ascii: " ") || next == UInt8(ascii: "\t") || next == UInt8(ascii: "\r") {
      offset += 1
    }
  }

  /// Whether a line ends here, a comment before its end apart.
  var isAtLineEnd: Bool { next == nil || isNext("\n") || isNext("#") }

  /// Reads spaces, comments and line ends; whether there was a line end.
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

  /// Reads ASCII letters, and hyphens where told; in lower case, empty where none stand here.
  mutating func word(hyphens: Bool = false) -> String {
    let start = offset
    while let next, next.isLetter || (hyphens && next == UInt8(ascii: "-")) { offset += 1 }
    return text(from: start).lowercased()
  }

  /// The word that stands here, without reading it.
  func peekWord(hyphens: Bool = false) -> String {
    var ahead = self
    return ahead.word(hyphens: hyphens)
  }

  /// Reads digits; empty where none stand here.
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
    var place = min(offset ?? self.offset, bytes.count)
    while place < bytes.count, bytes[place].isContinuation { place -= 1 }
    let lineStart = bytes[..<place].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    var lineEnd = bytes[place...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    if lineEnd > lineStart, bytes[lineEnd - 1] == UInt8(ascii: "\r") { lineEnd -= 1 }
    return NotationError(
      reason,
      line: bytes[..<place].count { $0 == UInt8(ascii: "\n") } + 1,
      column: bytes[lineStart..<min(place, lineEnd)].count { !$0.isContinuation } + 1,
      lineText: text(lineStart..<lineEnd))
  }

  /// The error of something unexpected here, or at `offset`; `words` are the words that are expected.
  ///
  /// `typed` is the unexpected text if it is more than a word; `instead` is the way out, if known.
  func unexpected(
    _ expected: String, words: [String] = [], at offset: Int? = nil, typed: String? = nil,
    instead: NotationError.Instead? = nil
  ) -> NotationError {
    let place = offset ?? self.offset
    var ahead = self
    ahead.offset = place
    let word = typed ?? ahead.word(hyphens: true)
    // A known word in the wrong place is no slip.
    let nearest = words.contains(word) ? nil : nearestWord(to: word, in: words)
    let reason = NotationError.Reason.unexpected(
      found: found(at: place), expected: expected, nearest: nearest, instead: instead ?? foreignCharacter(at: place))
    return error(reason, at: place)
  }

  /// What stands at a place, for a person: a quoted word or character, or the end of the line or text.
  func found(at place: Int) -> String {
    guard place < bytes.count else { return "the end" }
    guard !"\n\r#".utf8.contains(bytes[place]) else { return "the end of the line" }
    return "'\(quote(at: place))'"
  }

  /// The word or number at a place, of any script, or else the one character; at most 40 characters of it.
  func quote(at place: Int) -> String {
    // Four bytes a character, and more than is shown.
    let ahead = text(place..<min(place + 200, bytes.count))
    let word = ahead.unicodeScalars.prefix {
      $0.properties.isAlphabetic || $0.properties.numericType != nil || ".:-".unicodeScalars.contains($0)
    }
    return word.isEmpty ? symbol(at: place) : String(word).quotation
  }

  /// The one character that stands at a place, as its code (`U+00A0`) where it would not show.
  func symbol(at place: Int) -> String {
    var end = place + 1
    while end < bytes.count, bytes[end].isContinuation { end += 1 }
    guard let scalar = text(place..<end).unicodeScalars.first else { return "" }
    guard !scalar.isVisible else { return String(scalar) }
    return "U+\(String(scalar.value, radix: 16, uppercase: true).zeroPadded(to: 4))"
  }
}

extension UInt8 {
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
  /// Whether it goes on with a scalar that another byte began.
  var isContinuation: Bool { self & 0xC0 == 0x80 }
}
