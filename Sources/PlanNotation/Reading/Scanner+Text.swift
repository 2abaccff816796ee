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
}
