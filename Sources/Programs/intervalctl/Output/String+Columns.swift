import PlanNotation

extension String {
  /// How many columns of a terminal the text takes.
  var columns: Int { reduce(0) { $0 + $1.terminalColumns } }

  /// The text filled up with spaces behind it, or before it, to a number of columns.
  func padded(to width: Int, rightAligned: Bool = false) -> String {
    let padding = String(repeating: " ", count: Swift.max(0, width - columns))
    return rightAligned ? padding + self : self + padding
  }

  /// The text cut to a number of columns, which an ellipsis at the end says.
  func cut(to width: Int) -> String {
    guard columns > width else { return self }
    var left = width - 1
    let kept = prefix { character in
      left -= character.terminalColumns
      return left >= 0
    }
    return width > 0 ? "\(kept)…" : ""
  }

  /// The text in lines of at most so many columns: broken at spaces, and a word that is longer than that within it.
  func wrapped(to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var used = 0
    func end() {
      while line.last == " " { line.removeLast() }
      lines.append(line)
      (line, used) = ("", 0)
    }
    for (index, word) in split(separator: " ", omittingEmptySubsequences: false).enumerated() {
      if index > 0 {
        if used + 1 + String(word).columns > width {
          end()
        } else {
          line += " "
          used += 1
        }
      }
      for character in word {
        if used > 0, used + character.terminalColumns > width { end() }
        line.append(character)
        used += character.terminalColumns
      }
    }
    end()
    return lines
  }

  /// The text with nothing in it that a terminal would obey: control characters and those that turn the direction of
  /// writing become `·`.
  var harmless: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0.isSteering ? "·" : $0 }))
  }
}
