import PlanNotation

extension NotationError {
  /// Holds the error against the text that it is about: its place lies within it, and its words show and are short.
  func check(in text: String) throws(Violation) {
    let bytes = Array(text.utf8.dropFirst(text.utf8.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0))
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    try require(lines.indices.contains(line - 1), "line \(line) of \(lines.count): \(self)")
    var lineBytes = lines[line - 1]
    if lineBytes.last == UInt8(ascii: "\r") { lineBytes.removeLast() }
    try require(lineText.utf8.elementsEqual(lineBytes), "line \(line) is not the line shown: \(self)")
    try require((1...lineText.unicodeScalars.count + 1).contains(column), "column \(column): \(self)")
    try require(!message.isEmpty, "no message: \(self)")
    for words in [message, hint ?? ""] {
      try require(words.unicodeScalars.count <= Self.mostScalars, "too many words: \(words)")
      try require(words.unicodeScalars.allSatisfy(\.isHarmless), "words that do not show: \(words.debugDescription)")
    }
    let excerpt = excerpt().split(separator: "\n", omittingEmptySubsequences: false)
    try require(excerpt.count == 2, "an excerpt of \(excerpt.count) lines")
    for line in excerpt {
      try require(line.unicodeScalars.count <= 80, "an excerpt too wide: \(line.debugDescription)")
      try require(line.unicodeScalars.allSatisfy(\.isHarmless), "an excerpt that does not show")
    }
  }

  /// More than the longest list of words that could stand somewhere, and several quotations.
  private static let mostScalars = 500
}

extension Unicode.Scalar {
  /// Whether it neither steers a terminal nor ends a line nor turns the direction of writing.
  fileprivate var isHarmless: Bool {
    if (0x20..<0x7F).contains(value) { return true }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return false
    default: return true
    }
  }
}
