/// Search and replacement by scalars.
///
/// `contains`, `firstRange(of:)` and `replacing` of the standard library are not used. They compare characters, and they
/// require the library for regular expressions, which is a megabyte of a program.
extension String {
  /// The text with some scalars replaced; `replacement` returns nil to leave a scalar unchanged.
  ///
  /// A scalar is replaced even if a combining mark follows it.
  package func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var result = ""
    for scalar in unicodeScalars {
      if let text = replacement(scalar) { result += text } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }

  /// The text in which `replacement` replaces the first occurrence of another text; unchanged if it does not occur.
  package func replacingFirst(scalars text: String, with replacement: String) -> String {
    firstRange(ofScalars: text).map { "\(self[..<$0.lowerBound])\(replacement)\(self[$0.upperBound...])" } ?? self
  }

  /// The first place at which the scalars of another text occur; nil if they do not occur.
  package func firstRange(ofScalars text: String) -> Range<Index>? {
    let bytes = Array(text.utf8)
    return utf8.indices.first { utf8[$0...].starts(with: bytes) }.map { start in
      start..<utf8.index(start, offsetBy: bytes.count)
    }
  }

  /// Whether the scalars of another text occur in this text.
  package func contains(scalars text: String) -> Bool { firstRange(ofScalars: text) != nil }
}
