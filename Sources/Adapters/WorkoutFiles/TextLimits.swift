import Text
import WorkoutModel

extension LossReport {
  /// Cuts a text that is too long for a plan; a cut text ends with an ellipsis and is reported as a loss.
  mutating func shorten(_ text: String, _ kind: LimitedText) -> String {
    let limit = kind.maxCharacters
    guard text.unicodeScalars.count > limit else { return text }
    add(.shortened(kind == .name ? .name : .label, text, limit: limit))
    return text.wholeCharacters(maxScalars: limit - 1).cleanedToOneLine + "…"
  }

  /// Cuts the labels of steps that are too long for a plan.
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
  func wholeCharacters(maxScalars limit: Int) -> String {
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
