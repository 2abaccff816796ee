/// Where in a line of notation texts in quotes and a comment stand, in which nothing means what it does elsewhere.
struct NotationContexts: Equatable {
  /// How many characters stand before the comment; nil without one.
  private(set) var commentStart: Int?
  /// The texts with their quotes; one without a closing quote reaches to the end.
  private(set) var quoted: [Range<Int>] = []

  init(_ line: some Sequence<Character>) {
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

  /// Whether the character with so many before it is notation, and not of a text or a comment.
  func isNotation(at index: Int) -> Bool {
    (commentStart.map { index < $0 } ?? true) && !quoted.contains { $0.contains(index) }
  }
}
