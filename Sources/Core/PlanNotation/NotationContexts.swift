/// The quoted texts and the comment in a line of notation.
package struct NotationContexts: Equatable {
  /// The index at which the comment starts; nil if the line has no comment.
  package private(set) var commentStart: Int?
  /// The ranges of the texts with their quotes; a text without a closing quote extends to the end of the line.
  private var quoted: [Range<Int>] = []
  /// Number of parentheses that are not closed; less than zero if the line has too many closing parentheses.
  fileprivate var openParentheses = 0
  /// Whether a text has no closing quote.
  fileprivate var hasOpenQuote = false

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
      } else if character == "(" {
        openParentheses += 1
      } else if character == ")" {
        openParentheses -= 1
      } else if character == "#" {
        commentStart = index
        return
      }
    }
    if let quoteStart {
      quoted.append(quoteStart..<count)
      hasOpenQuote = true
    }
  }

  /// Whether the character at an index belongs neither to a quoted text nor to the comment.
  package func isNotation(at index: Int) -> Bool {
    (commentStart.map { index < $0 } ?? true) && !quoted.contains { $0.contains(index) }
  }
}

/// Closes the open parentheses of a line of notation at its end, or before its comment.
///
/// A line without an open parenthesis, or with a text without a closing quote, is not changed.
package func closedText(_ line: String) -> String {
  let contexts = NotationContexts(line)
  guard contexts.openParentheses > 0, !contexts.hasOpenQuote else { return line }
  let end = contexts.commentStart ?? line.count
  return line.prefix(end) + String(repeating: ")", count: contexts.openParentheses) + line.dropFirst(end)
}
