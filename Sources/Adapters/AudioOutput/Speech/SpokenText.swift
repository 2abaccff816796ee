/// A text made fit for being spoken: one line, of bounded length.
struct SpokenText: Equatable, Sendable {
  let words: String

  /// More characters than anybody listens to between two intervals.
  static let limit = 500

  /// Makes one; nil for a text with nothing to say in it.
  init?(_ text: String) {
    // A line break would be one of the protocol; a text of spaces is nothing to say.
    let line = String(
      text.prefix(Self.limit).map { character in
        character.unicodeScalars.contains { $0.properties.generalCategory == .control } ? " " : character
      })
    guard !line.allSatisfy(\.isWhitespace) else { return nil }
    words = line
  }
}
