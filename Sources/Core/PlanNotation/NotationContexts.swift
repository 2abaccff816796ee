/// The quoted texts and the comment in a line of notation.
package struct NotationContexts: Equatable {
  /// The index at which the comment starts; nil if the line has no comment.
  package private(set) var commentStart: Int?
  /// The ranges of the texts with their quotes; a text without a closing quote extends to the end of the line.
  private var quoted: [Range<Int>] = []

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

  /// Whether the character at an index belongs neither to a quoted text nor to the comment.
  package func isNotation(at index: Int) -> Bool {
    (commentStart.map { index < $0 } ?? true) && !quoted.contains { $0.contains(index) }
  }
}
