extension String {
  /// The text with a `·` in place of each scalar that a terminal would act on.
  package var safeForTerminal: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0.affectsTerminal ? "·" : $0 }))
  }
}

extension Unicode.Scalar {
  /// Whether a terminal acts on the scalar: control characters, line separators, and format characters such as those
  /// that change the direction of writing.
  ///
  /// The two joiners are text: emoji and whole scripts need them.
  package var affectsTerminal: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
    case .format: value != 0x200C && value != 0x200D
    default: false
    }
  }
}
