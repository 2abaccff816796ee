extension Style {
  /// A text behind a word that stands out, in lines of at most so many columns; on one line without a width.
  func paragraph(_ word: String, _ look: Look, _ text: String, width: Int?) -> [String] {
    var lines = ["\(word) \(text.harmless)"]
    if let width { lines = lines[0].wrapped(to: width) }
    lines[0] = self.text(word, look) + lines[0].dropFirst(word.count)
    return lines
  }
}
