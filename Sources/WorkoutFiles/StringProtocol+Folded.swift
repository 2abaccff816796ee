extension StringProtocol {
  /// On one line, with single spaces between words, and without what steers a terminal.
  var folded: String {
    split(whereSeparator: \.isWhitespace)
      .map { word in String(String.UnicodeScalarView(word.unicodeScalars.filter { !$0.isControl })) }
      .filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}

extension Unicode.Scalar {
  /// Whether it is of ISO 2022's C0 or C1, or delete.
  fileprivate var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}
