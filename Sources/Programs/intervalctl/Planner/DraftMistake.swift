import PlanNotation

/// Why a line is no plan: where, and in words for the person.
struct DraftMistake {
  /// How many characters stand before it.
  let character: Int
  let message: String
  let hints: [String]
  /// Whether it stands in the last word of the line, or behind it, and so may only be unfinished.
  let isAtEnd: Bool

  /// What is wrong with a line that cannot be read for a reason.
  init(_ error: NotationError) {
    let line = error.lineText
    guard !Self.beginsWithSetting(line) else {
      character = line.prefix(while: \.isWhitespace).count
      (message, hints) = (Failure.settingsOnOneLine.message, Failure.settingsOnOneLine.hints)
      isAtEnd = false
      return
    }
    let character = error.character
    self.character = character
    (message, hints) = (error.message, error.hints)
    isAtEnd = !line.dropFirst(character).drop { ",( ".contains($0) }.contains { ",()\"@ ".contains($0) }
  }

  /// Whether a plan's setting stands first; those of the configuration are refused for themselves.
  private static func beginsWithSetting(_ line: String) -> Bool {
    let word = line.drop(while: \.isWhitespace).prefix { $0.isLetter || $0 == "-" }.lowercased()
    return SettingName(rawValue: word).map { $0.scope != .configuration } ?? false
  }
}

extension NotationError {
  /// The character of the line that the mistake stands at.
  fileprivate var character: Int {
    var scalars = 0
    for (index, character) in lineText.enumerated() {
      scalars += character.unicodeScalars.count
      if scalars >= column { return index }
    }
    return lineText.count
  }
}
