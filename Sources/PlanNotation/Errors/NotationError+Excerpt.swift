extension NotationError {
  /// The line with a caret under the place, two lines of at most `width` columns; a longer line is shown in part.
  package func excerpt(width: Int = 80) -> String {
    Self.excerpt(of: lineText, column: column, width: width)
  }

  /// A line with a caret under one of its columns, counted from 1 in Unicode scalars.
  ///
  /// Tabs become spaces and what would not show becomes `·`, so that the caret stands where it should and nothing
  /// reaches the terminal but text.
  package static func excerpt(of lineText: String, column: Int, width: Int = 80) -> String {
    let scalars = lineText.unicodeScalars.map { scalar -> Character in
      if scalar == " " || scalar == "\t" { return " " }
      return scalar.isVisible ? Character(scalar) : "·"
    }
    let caret = min(max(column - 1, 0), scalars.count)
    let start = max(0, min(caret - width / 2, scalars.count - width + 1))
    let shown = String(scalars[start..<min(scalars.count, start + width)])
    return "\(shown)\n\(String(repeating: " ", count: caret - start))^"
  }
}
