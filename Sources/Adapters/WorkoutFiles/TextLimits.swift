import Text
import WorkoutModel

extension LossReport {
  /// Returns a text as long as plans allow, and reports the text as a loss if it is cut; an ellipsis ends a cut text.
  mutating func shorten(_ text: String, _ kind: LimitedText) -> String {
    let limit = kind.maxCharacters
    guard text.unicodeScalars.count > limit else { return text }
    add(.shortened(kind == .name ? .name : .label, text, limit: limit))
    return text.prefix(maxScalars: limit - 1).cleanedToOneLine + "…"
  }

  /// Returns steps whose labels are as long as plans allow.
  mutating func shortenLabels(of steps: [Step]) -> [Step] {
    var shortened: [Step] = []
    for step in steps {
      switch step {
      case .interval(var interval):
        interval.label = interval.label.map { shorten($0, .label) }
        shortened.append(.interval(interval))
      case .repeat(let `repeat`):
        shortened.append(.repeat(Repeat(`repeat`.extent, shortenLabels(of: `repeat`.body))))
      }
    }
    return shortened
  }
}

extension String {
  /// Returns the longest beginning of whole characters that has at most a number of Unicode scalars.
  func prefix(maxScalars limit: Int) -> String {
    var beginning = ""
    var count = 0
    for character in self {
      count += character.unicodeScalars.count
      guard count <= limit else { break }
      beginning.append(character)
    }
    return beginning
  }
}
