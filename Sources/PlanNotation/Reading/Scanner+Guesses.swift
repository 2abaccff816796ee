import WorkoutModel

/// What people write who have learnt another notation, and what it would be here.
extension Scanner {
  private static let countWords = ["set", "sets", "round", "rounds", "rep", "reps", "repeat", "repeats", "times"]

  /// What may have been meant by what stands behind a step, where neither a comma nor a line's end does.
  func betweenSteps() -> NotationError.Instead? {
    var ahead = self
    if ahead.word() == "at" {
      ahead.skipSpaces()
      let start = ahead.offset
      return (try? ahead.pace()).map { _ in .oneOf(["@\(shortened(ahead.text(from: start)))"]) }
    }
    ahead = self
    let signs: [Unicode.Scalar] = [";", "+", "/", "&"]
    let hasSign = signs.contains { ahead.skip($0) }
    ahead.skipSpaces()
    let beginsStep = ahead.next?.isDigit == true || hasSign && PlanReader.stepWords.contains(ahead.peekWord())
    return beginsStep ? .comma : nil
  }

  /// The units of a pace that may have been meant, by what stands behind its time: `min/km`, `km`, `per mile`.
  func unitsMeant() -> [DistanceUnit] {
    var ahead = self
    if ["min", "per", "a"].contains(ahead.peekWord()) { _ = ahead.word() }
    ahead.skipSpaces()
    _ = ahead.skip("/")
    ahead.skipSpaces()
    return DistanceUnit(spelling: ahead.word()).map { [$0] } ?? DistanceUnit.allCases
  }

  /// Seconds written `30''`, or minutes written `5'`.
  func meantByPrimes(_ number: Number) -> NotationError.Instead? {
    let rest = bytes[number.end...]
    if rest.starts(with: "''".utf8) || rest.starts(with: "″".utf8) { return .oneOf(["\(number.quotation)s"]) }
    return rest.starts(with: "'".utf8) || rest.starts(with: "′".utf8) ? .oneOf(["\(number.quotation)m"]) : nil
  }

  /// A repeat written `2 sets of`.
  func meantByCount(_ number: Number, _ word: String) -> NotationError.Instead? {
    Self.countWords.contains(word) && number.decimals.isEmpty ? .oneOf(["\(number.quotation)x(…)"]) : nil
  }

  /// A repeat written `repeat 4 (…)`, of which the word has been read.
  func meantByRepeat(_ word: String) -> NotationError.Instead? {
    var ahead = self
    ahead.skipSpaces()
    let digits = ahead.digits()
    return Self.countWords.contains(word) && !digits.isEmpty ? .oneOf(["\(shortened(digits))x(…)"]) : nil
  }
}
