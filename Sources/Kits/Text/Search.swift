extension String {
  /// The first place at which the scalars of another text occur; nil if they do not occur.
  ///
  /// `firstRange(of:)` and `contains(_:)` of the standard library are not used, because they require the library for
  /// regular expressions, which adds a megabyte to a program.
  package func firstRange(ofScalars text: String) -> Range<Index>? {
    let bytes = Array(text.utf8)
    return utf8.indices.first { utf8[$0...].starts(with: bytes) }.map { start in
      start..<utf8.index(start, offsetBy: bytes.count)
    }
  }

  /// The text in which `replacement` replaces the first occurrence of another text; unchanged if it does not occur.
  package func replacing(scalars text: String, with replacement: String) -> String {
    firstRange(ofScalars: text).map { "\(self[..<$0.lowerBound])\(replacement)\(self[$0.upperBound...])" } ?? self
  }

  /// Whether the scalars of another text occur in this text.
  package func contains(scalars text: String) -> Bool { firstRange(ofScalars: text) != nil }
}
