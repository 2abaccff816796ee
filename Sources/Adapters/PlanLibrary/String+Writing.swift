extension String {
  /// The text with another text in place of a character, everywhere.
  ///
  /// `replacing(_:with:)`, which does the same, is of the library for regular expressions: a program that calls it has
  /// all of that inside.
  package func writing(_ text: String, for character: Character) -> String {
    split(separator: character, omittingEmptySubsequences: false).joined(separator: text)
  }
}
