extension String {
  /// The text in lines of so many columns, of which what is too much for so many lines is cut.
  func wrapped(to width: Int, lines limit: Int) -> [String] {
    let lines = wrapped(to: width)
    guard lines.count > limit else { return lines }
    return lines[..<(limit - 1)] + [lines[(limit - 1)...].joined(separator: " ").cut(to: width)]
  }

  /// The text cut at its beginning to a number of columns, which an ellipsis there says.
  func cutAtStart(to width: Int) -> String {
    guard columns > width else { return self }
    return width > 0 ? "…\(String(String(reversed()).cut(to: width).dropLast().reversed()))" : ""
  }
}
