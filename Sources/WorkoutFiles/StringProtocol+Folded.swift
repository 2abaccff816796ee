extension StringProtocol {
  /// On one line, with single spaces between words, and without what steers a terminal or turns the direction of
  /// writing.
  var folded: String {
    split(whereSeparator: \.isWhitespace)
      .map { word in String(String.UnicodeScalarView(word.unicodeScalars.filter(\.isVisible))) }
      .filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}

extension Unicode.Scalar {
  /// Whether it is none that other characters are only steered by; the joiners hold emoji and whole scripts together.
  fileprivate var isVisible: Bool {
    switch properties.generalCategory {
    case .control: false
    case .format: value == 0x200C || value == 0x200D
    default: true
    }
  }
}
