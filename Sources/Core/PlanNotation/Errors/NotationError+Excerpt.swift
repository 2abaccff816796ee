import Text

extension NotationError {
  /// The line with a caret under the place, two lines of at most `width` columns; a longer line is shown in part.
  package func excerpt(width: Int = 80) -> String {
    Self.excerpt(of: lineText, column: column, width: width)
  }

  /// A line with a caret under one of its columns, counted from 1 in Unicode scalars, or under the nearest.
  ///
  /// Tabs become spaces and what would not show becomes `·`, so that the caret stands where it should and nothing
  /// reaches the terminal but text.
  package static func excerpt(of lineText: String, column: Int, width: Int = 80) -> String {
    let scalars = lineText.unicodeScalars.map { scalar -> Unicode.Scalar in
      if scalar == " " || scalar == "\t" { return " " }
      return scalar.isVisible ? scalar : "·"
    }
    // Where each begins, and where the last ends.
    let edges = scalars.reduce(into: [0]) { $0.append($0[$0.count - 1] + Character($1).columns) }
    let caret = edges[min(max(column, 1) - 1, scalars.count)]
    let left = max(0, min(caret - width / 2, edges[scalars.count] - width + 1))
    let start = edges.firstIndex { $0 >= left } ?? 0
    let end = edges.lastIndex { $0 <= edges[start] + width } ?? start
    let shown = String(String.UnicodeScalarView(scalars[start..<end]))
    return "\(shown)\n\(String(repeating: " ", count: caret - edges[start]))^"
  }
}
