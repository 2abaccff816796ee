/// A text for quoting: its white space folded, what would not show as `·`, and cut to 40 Unicode scalars.
func shortened(_ text: String) -> String {
  let folded = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  let scalars = folded.unicodeScalars.prefix(41).map { $0 == " " || $0.isVisible ? $0 : "·" }
  return String(String.UnicodeScalarView(scalars.count > 40 ? scalars.prefix(39) + ["…"] : scalars[...]))
}

extension Unicode.Scalar {
  /// Whether it shows by itself: no control or format character, of those that steer a terminal or turn the direction
  /// of writing, no space of any width, and nothing without a meaning of its own.
  var isVisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .privateUse, .unassigned: false
    default: !properties.isDefaultIgnorableCodePoint
    }
  }
}

extension [String] {
  /// One after the other, with a word before the last: `lead-in, countdown and say`, `mi or km`.
  package func listed(_ conjunction: String) -> String {
    guard let last, count > 1 else { return joined() }
    return "\(dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }
}
