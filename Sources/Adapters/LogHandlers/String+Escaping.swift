extension String {
  /// The text as one harmless line of at most `limit` characters.
  ///
  /// Line ends, control characters and bidirectional controls, with which one record could imitate another on a
  /// terminal, become `\n`, `\t`, `\r` or `\u{1B}`. A text that was cut ends in an ellipsis. An escape counts as one
  /// character.
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
  /// Whether a terminal could interpret it as more than a character.
  fileprivate var breaksLines: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: properties.isBidiControl
    }
  }
}
