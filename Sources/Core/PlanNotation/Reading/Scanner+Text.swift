import Text

extension Scanner {
  /// Reads a text in quotes; nil where no quote stands here.
  mutating func quotedText() throws(NotationError) -> String? {
    let start = offset
    guard skip("\"") else { return nil }
    var content: [UInt8] = []
    while let next, next != UInt8(ascii: "\n") {
      offset += 1
      switch next {
      case UInt8(ascii: "\""): return String(decoding: content, as: UTF8.self)
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

  /// Reads a text in quotes where there must be one; `expected` is its description.
  mutating func text(_ expected: String = "a text in quotes") throws(NotationError) -> String {
    if let text = try quotedText() { return text }
    let bare = restOfLine
    throw unexpected(expected, instead: bare.isEmpty ? nil : .oneOf(["\(lineSoFar)\(quoted(bare.quotation))"]))
  }

  /// The rest of the line without its comment, spaces and quotes of any form around it.
  var restOfLine: String {
    let end = bytes[offset...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "#") } ?? bytes.count
    let rest = text(offset..<end).drop(while: \.isAroundText)
    return String(rest.reversed().drop(while: \.isAroundText).reversed())
  }

  /// The line up to here, for the line as it should be.
  var lineSoFar: String {
    let start = bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let line = text(start..<offset).quotation
    return line.isEmpty ? line : "\(line) "
  }
}

extension Character {
  /// Whether it is a space, or a quote of any form.
  fileprivate var isAroundText: Bool { isWhitespace || "\"'`´“”„‟‘’‚«»".contains(self) }
}
