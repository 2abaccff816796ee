/// A pasted text, such as a plan file, as one line of notation.
///
/// Line ends between steps become commas; comments are left out, because they would end the line. Settings require lines
/// of their own, and stay unchanged.
struct PastedText {
  /// The text on one line; unchanged if it had no line end.
  let line: String

  init(_ text: String) {
    // CR and LF together are one character.
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard lines.count > 1 else {
      line = text
      return
    }
    line = lines.map { Self.step($0) }.filter { !$0.isEmpty }.reduce(into: "") { line, step in
      if let last = line.last, let first = step.first, last != "(", first != ")", first != "," {
        line += last == "," ? " " : ", "
      }
      line += step
    }
  }

  /// A line without its comment and the spaces around it.
  private static func step(_ line: Substring) -> Substring {
    let code = line.prefix(NotationContexts(line).commentStart ?? line.count)
    let start = code.drop(while: \.isWhitespace)
    let trailing = start.reversed().prefix(while: \.isWhitespace).count
    return start.dropLast(trailing)
  }
}

/// The quoted texts and the comment in a line of notation.
package struct NotationContexts: Equatable {
  /// The index at which the comment starts; nil without one.
  package private(set) var commentStart: Int?
  /// The texts with their quotes; one without a closing quote extends to the end.
  private(set) var quoted: [Range<Int>] = []

  package init(_ line: some Sequence<Character>) {
    var quoteStart: Int?
    var isEscaped = false
    var count = 0
    for (index, character) in line.enumerated() {
      count = index + 1
      if let start = quoteStart {
        if isEscaped {
          isEscaped = false
        } else if character == "\\" {
          isEscaped = true
        } else if character == "\"" {
          quoted.append(start..<index + 1)
          quoteStart = nil
        }
      } else if character == "\"" {
        quoteStart = index
      } else if character == "#" {
        commentStart = index
        return
      }
    }
    if let quoteStart { quoted.append(quoteStart..<count) }
  }

  /// Whether the character at an index is notation, and not in a quoted text or a comment.
  func isNotation(at index: Int) -> Bool {
    (commentStart.map { index < $0 } ?? true) && !quoted.contains { $0.contains(index) }
  }
}
