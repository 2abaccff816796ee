import Text
import WorkoutModel

/// Corrections of texts in other notations.
extension Scanner {
  /// The steps of a repeat in a hint, if the steps that the user means are unknown.
  static let exampleSteps = "30s run, 30s walk"

  private static let countWords = ["set", "sets", "round", "rounds", "rep", "reps", "repeat", "repeats", "times"]

  /// The correction of a typographic quote or an invisible character; nil for any other character.
  func fixForCharacter(at offset: Int) -> NotationError.Fix? {
    var end = offset + 1
    while end < bytes.count, bytes[end].isContinuation { end += 1 }
    guard offset < bytes.count, let scalar = text(offset..<end).unicodeScalars.first else { return nil }
    if "“”„‟‘’‚«»'".unicodeScalars.contains(scalar) {
      let closings = "“”‟‘’«»'\"".unicodeScalars
      let text = text(end..<min(end + 200, bytes.count)).unicodeScalars
        .prefix { !closings.contains($0) && $0 != "\n" && $0 != "," && $0 != ")" }
      let label = String(text).quotation
      guard !label.isEmpty else { return nil }
      return scalar == "'" ? .oneOf([quoted(label)]) : .straightQuotes(quoted(label))
    }
    return scalar.isVisible || " \t\r\n".unicodeScalars.contains(scalar) ? nil : .deleteInvisible
  }

  // MARK: Paces

  /// The correction of a pace without `@`; nil if the next text is not a pace.
  func fixForPaceWithoutSign() -> NotationError.Fix? {
    var ahead = self
    if ["at", "pace"].contains(ahead.peekWord()) {
      _ = ahead.word()
      ahead.skipSpaces()
    }
    let start = ahead.offset
    guard ahead.next?.isDigit == true else { return nil }
    if ahead.valueKind == .pace {
      do throws(NotationError) {
        _ = try ahead.pace()
        return .oneOf(["@\(ahead.text(from: start).quotation)"])
      } catch {
        guard case .paceWithoutSeconds(_, let number, let unit) = error.reason else { return nil }
        return NotationError.clock(meantBy: number).map { .oneOf(["@\($0)/\(unit)"]) }
      }
    }
    guard let number = try? ahead.number(), let clock = ahead.clocks(startingWith: number), clock.count == 1 else {
      return nil
    }
    return .oneOf(["@\(clock[0])"])
  }

  /// The possible meanings of a pace in another notation, such as `5'30/km` or `5m30s/km`; nil for any other text.
  ///
  /// `number` is the first number of the pace. The result contains the pace in each possible unit. If the text contains
  /// a unit, the result has one element.
  func clocks(startingWith number: Number) -> [String]? {
    guard number.decimals.isEmpty, (1...2).contains(number.whole.count) else { return nil }
    var ahead = self
    ahead.offset = number.end
    ahead.skipSpaces()
    guard ahead.skipAny(of: ["'", "′", "’", "min", "m"]) else { return nil }
    ahead.skipSpaces()
    let seconds = ahead.digits()
    guard seconds.count == 2, seconds <= "59" else { return nil }
    _ = ahead.skipAny(of: ["''", "\"", "″", "’’", "”", "sec", "s"])
    ahead.skipSpaces()
    return ahead.unitsMeant().map { "\(number.whole):\(seconds)/\($0.rawValue)" }
  }

  /// The possible units of a pace, according to the text that follows the time of the pace.
  ///
  /// Examples of this text are `min/km`, `km` and `per mile`. If the text names no unit, all units are possible.
  func unitsMeant() -> [DistanceUnit] {
    var ahead = self
    if ["min", "per", "a"].contains(ahead.peekWord()) { _ = ahead.word() }
    ahead.skipSpaces()
    _ = ahead.skip("/")
    ahead.skipSpaces()
    return DistanceUnit(spelling: ahead.word()).map { [$0] } ?? DistanceUnit.allCases
  }

  /// The correction of a step that begins with a pace; nil if the number does not begin a pace.
  func fixForPaceFirst(_ number: Number) -> NotationError.Fix? {
    var ahead = self
    ahead.offset = number.offset
    guard ahead.valueKind == .pace, let pace = try? ahead.pace() else { return nil }
    return .goalFirst(Interval(goal: .time(.seconds(30)), kind: .run, pace: pace).notation)
  }

  // MARK: Times and counts

  /// The correction of seconds written `30''`, minutes written `5'`, or both; nil for a number without primes.
  func fixForPrimes(_ number: Number) -> NotationError.Fix? {
    guard number.decimals.isEmpty else { return nil }
    var ahead = self
    ahead.offset = number.end
    if ahead.skipAny(of: ["''", "″", "’’", "”"]) { return .oneOf(["\(number.quotation)s"]) }
    guard ahead.skipAny(of: ["'", "′", "’"]) else { return nil }
    let seconds = ahead.digits()
    return .oneOf([seconds.isEmpty || seconds.count > 2 ? "\(number.quotation)m" : "\(number.quotation)m\(seconds)s"])
  }

  /// The probable meaning of two numbers with a slash between them, as steps; nil for any other text.
  ///
  /// `30/30` means `30s run, 30s walk`, and `30/30 x 10` means a repeat of these steps.
  ///
  /// The unit is minutes if both numbers have one digit, otherwise seconds.
  func stepsWithSlash(_ number: Number) -> String? {
    var ahead = self
    guard number.whole.count < 4, number.decimals.isEmpty, ahead.skip("/") else { return nil }
    ahead.skipSpaces()
    let second = ahead.digits()
    guard (1..<4).contains(second.count), number.whole != "0", second != "0" else { return nil }
    let unit = number.whole.count == 1 && second.count == 1 ? "m" : "s"
    let steps = "\(number.whole)\(unit) run, \(second)\(unit) walk"
    ahead.skipSpaces()
    guard ahead.skipAny(of: ["x", "X", "×", "*"]) else { return steps }
    ahead.skipSpaces()
    let count = ahead.digits()
    return Int(count).map(PlanLimits.counts.contains) == true ? "\(count)x(\(steps))" : steps
  }

  /// The correction of a repeat without an `x`: `4*(…)`, `4 (…)`, `4[…]`.
  func fixForRepeatSign(_ number: Number) -> NotationError.Fix? {
    var ahead = self
    let hasSign = ahead.skipAny(of: ["*", "·"])
    ahead.skipSpaces()
    return number.decimals.isEmpty && (hasSign || ahead.isAtList)
      ? .oneOf(["\(number.quotation)x(\(Self.exampleSteps))"]) : nil
  }

  /// The correction of a repeat written `2 sets of`.
  func fixForCountWord(_ number: Number, _ word: String) -> NotationError.Fix? {
    Self.countWords.contains(word) && !word.hasPrefix("rep") && number.decimals.isEmpty
      ? .oneOf(["\(number.quotation)x(\(Self.exampleSteps))"]) : nil
  }

  /// The correction of a number of repetitions, such as `10 pushups`, which is not a goal in plan notation.
  func fixForRepetitions(_ number: Number) -> NotationError.Fix? {
    let words = words()
    guard number.decimals.isEmpty, !words.isEmpty, words != "x" else { return nil }
    let label = "\(number.quotation) \(words)"
    return .repetitions(Interval(goal: .open, kind: .work, label: label).notation)
  }

  /// The correct form of a repeat that the user wrote after its steps: `x4`, `until 10mi`, `forever`, `8 times`.
  func extentAfterSteps() -> String? {
    var ahead = self
    switch ahead.word() {
    case "forever": return ahead.isBeforeList ? nil : "forever (\(Self.exampleSteps))"
    case "until", "till", "for":
      ahead.skipSpaces()
      guard ahead.next?.isDigit == true || Self.raceWords.contains(ahead.peekWord()), let goal = try? ahead.goal()
      else { return nil }
      return ahead.isBeforeList ? nil : "until \(goal.notation) (\(Self.exampleSteps))"
    case "x": return ahead.countAfterSign()
    case "" where ahead.skipAny(of: ["*", "×"]): return ahead.countAfterSign()
    case let word where Self.countWords.contains(word): return ahead.countAfterSign()
    default: break
    }
    ahead = self
    guard let number = try? ahead.number(), number.decimals.isEmpty else { return nil }
    ahead.skipSpaces()
    let word = ahead.word()
    guard Self.countWords.contains(word) || word == "x" && ahead.isAtValueEnd else { return nil }
    return "\(number.quotation)x(\(Self.exampleSteps))"
  }

  /// The correction of a count that is not followed by `x`, as in `3 sessions: 30m run`; nil for any other text.
  func fixForSessionCount() -> NotationError.Fix? {
    var ahead = self
    _ = ahead.skipAny(of: ["x", "×"])
    let digits = ahead.digits()
    ahead.skipSpaces()
    if ahead.skipAny(of: ["x", "×", "*"]) { ahead.skipSpaces() }
    guard !digits.isEmpty, ahead.word().hasPrefix("session") else { return nil }
    return .oneOf(["\(digits.quotation)x session: 30s run"])
  }

  private func countAfterSign() -> String? {
    var ahead = self
    ahead.skipSpaces()
    let digits = ahead.digits()
    return Int(digits).map(PlanLimits.counts.contains) == true ? "\(digits)x(\(Self.exampleSteps))" : nil
  }

  /// Whether a list or an interval follows.
  private var isBeforeList: Bool {
    var ahead = self
    ahead.skipSpaces()
    return ahead.isAtList || ahead.next?.isDigit == true
  }

  /// Whether the opening bracket of a list is next; brackets of other notations count.
  var isAtList: Bool { isNext("(") || isNext("[") || isNext("{") }

  /// The correction of a repeat such as `repeat 4 (…)`, after `word` has been read.
  func fixForRepeatWord(_ word: String) -> NotationError.Fix? {
    guard Self.countWords.contains(word) || word == "loop" || word == "do" else { return nil }
    var ahead = self
    ahead.skipSpaces()
    let digits = ahead.digits()
    if !digits.isEmpty { return .oneOf(["\(digits.quotation)x(\(Self.exampleSteps))"]) }
    return ahead.isAtList ? .oneOf(["4x(\(Self.exampleSteps))", "forever (\(Self.exampleSteps))"]) : nil
  }

  // MARK: Words

  /// The next words in another notation, up to a character that cannot belong to a word; the result may be empty.
  func words() -> String {
    var ahead = self
    _ = ahead.skipAny(of: [":", "-", "–", "("])
    let end =
      ahead.bytes[ahead.offset...].prefix(200)
      .firstIndex { $0.isDigit || ",;()[]{}@\"\\#+/|&\n\r".utf8.contains($0) } ?? min(ahead.offset + 200, bytes.count)
    return ahead.text(ahead.offset..<end).quotation
  }

  /// Reads one of `texts` if it is next, ignoring case; returns false if none of them is next.
  mutating func skipAny(of texts: [String]) -> Bool {
    for text in texts {
      let end = offset + text.utf8.count
      guard end <= bytes.count, self.text(offset..<end).lowercased() == text.lowercased() else { continue }
      offset = end
      return true
    }
    return false
  }
}
