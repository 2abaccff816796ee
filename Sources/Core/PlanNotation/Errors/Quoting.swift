/// A text for quoting: white space folded, invisible characters as `·`, and cut to 40 Unicode scalars.
func shortened(_ text: String) -> String {
  let folded = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  let scalars = folded.unicodeScalars.prefix(41).map { $0 == " " || $0.isVisible ? $0 : "·" }
  return String(String.UnicodeScalarView(scalars.count > 40 ? scalars.prefix(39) + ["…"] : scalars[...]))
}

extension Unicode.Scalar {
  /// Whether the scalar is visible by itself: not a control or format character, a space, or a scalar without an
  /// assigned meaning.
  var isVisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .privateUse, .unassigned: false
    default: !properties.isDefaultIgnorableCodePoint
    }
  }

  /// Whether it steers a terminal, or the direction of writing; not the joiners, which hold emoji and whole scripts
  /// together.
  package var isSteering: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
    case .format: value != 0x200C && value != 0x200D
    default: false
    }
  }
}

extension [String] {
  /// The texts as a list with a conjunction before the last: `lead-in, countdown and say`, `mi or km`.
  package func listed(_ conjunction: String) -> String {
    guard let last, count > 1 else { return joined() }
    return "\(dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }
}
