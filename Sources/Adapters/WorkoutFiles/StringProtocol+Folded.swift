import Text

extension StringProtocol {
  /// On one line, with single spaces between words, and without what steers a terminal or turns the direction of
  /// writing.
  var folded: String {
    split(whereSeparator: \.isWhitespace)
      .map { word in String(String.UnicodeScalarView(word.unicodeScalars.filter { !$0.affectsTerminal })) }
      .filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}
