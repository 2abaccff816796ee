extension String {
  /// The text as one harmless line of at most `limit` characters.
  ///
  /// Line ends, control characters and those that turn the direction of writing, all of which could pass one record off
  /// as another on a terminal, are written as `\n`, `\t`, `\r` or `\u{1B}`. A text that was cut ends in an ellipsis,
  /// and an escape counts as the one character that it stands for.
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
      case _ where scalar.breaksLines: line += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line
  }
}

extension Unicode.Scalar {
  /// Whether a terminal could take it for anything but a character in its place.
  fileprivate var breaksLines: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: properties.isBidiControl
    }
  }
}
