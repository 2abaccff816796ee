import Text
import WorkoutModel

/// Corrections of errors in a plan.
extension PlanReader {
  /// The correction of a text that follows a step but is not a separator or part of the step; nil if unknown.
  ///
  /// The scanner is at the text to correct. `start` is the offset of the step, and `list` is the offset of the list of
  /// steps.
  func fix(after step: Step, from start: Int, inList list: Int) -> NotationError.Fix? {
    if scanner.isNext("]") || scanner.isNext("}") { return .closingParenthesis }
    var interval: Interval?
    if case .interval(let last) = step { interval = last }
    if let interval, interval.pace == nil, let pace = scanner.fixForPaceWithoutSign() { return pace }
    if let extent = scanner.extentAfterSteps() { return .oneOf([extent]) }
    if let interval, let fix = fixForSlash(after: interval, from: start) { return fix }
    if beginsNextStep { return fixForRepeatAfterSteps(from: list) ?? fixForMissingComma(after: interval) }
    return scanner.fixForCharacter(at: scanner.offset)
      ?? interval.flatMap { fixForTime(after: $0) ?? fixForWords(after: $0) }
  }

  /// The correction of a text that cannot begin a step; nil if unknown.
  func fixForMissingStep() -> NotationError.Fix? {
    if scanner.isNext("\"") {
      var ahead = scanner
      return (try? ahead.quotedText()).map { label in
        .labelLast(Interval(goal: .time(.seconds(30)), kind: .run, label: label.quotation).notation)
      }
    }
    var ahead = scanner
    if ahead.skip("@") {
      ahead.skipSpaces()
      return (try? ahead.number()).flatMap(ahead.fixForPaceFirst)
    }
    if ahead.skipAny(of: Scanner.bullets) { return .leaveOut(scanner.symbol(at: scanner.offset)) }
    let word = ahead.word(hyphens: true)
    return word.isEmpty || nearestWord(to: word, in: Self.stepWords) != nil
      ? PlanReader(ahead).fixForLongWord(word) : PlanReader(ahead).fixForFirstWord(word)
  }

  /// The correction of a word that cannot begin a step and has just been read; nil if unknown.
  func fixForFirstWord(_ word: String) -> NotationError.Fix? {
    if let fix = fixForLongWord(word) { return fix }
    guard nearestWord(to: word, in: Self.stepWords) == nil else { return nil }
    guard scanner.next?.isDigit != true else { return nil }
    var ahead = scanner
    ahead.skipSpaces()
    let nearest = Kind(meantBy: word)
    var meant = Interval(goal: .time(.seconds(30)), kind: nearest ?? .work, label: word.quotation)
    guard ahead.next?.isDigit == true, let goal = try? ahead.goal() else { return .goalFirst(meant.notation) }
    meant.goal = goal
    return .kind(nearest: nearest, label: meant.notation)
  }

  /// The correction of a repeat or a step in another notation, whose first word has just been read; nil if unknown.
  ///
  /// Examples are `repeat 4 (…)` and `for 5m (…)`.
  private func fixForLongWord(_ word: String) -> NotationError.Fix? {
    if let fix = scanner.fixForRepeatWord(word) { return fix }
    guard word == "for" || word == "while" || word == "during" else { return nil }
    var ahead = scanner
    ahead.skipSpaces()
    guard let goal = try? ahead.goal(ofUntil: true) else { return nil }
    ahead.skipSpaces()
    return ahead.isAtList ? .oneOf(["until \(goal.notation) (\(Scanner.exampleSteps))"]) : .leaveOut(word)
  }

  /// The correction of a word between a kind and its goal; nil if unknown.
  func fixForMissingGoal() -> NotationError.Fix? {
    let word = scanner.peekWord()
    return word == "for" || word == "of" ? .leaveOut(word) : nil
  }

  // MARK: Between steps

  private static let joiningWords = ["then", "and", "plus", "followed", "by"]
  private static let joiningSigns = ["->", "→", ";", "+", "/", "&", "|", "-", "–"]

  /// Whether a step is next, possibly after a sign or words that join steps in other notations.
  private var beginsNextStep: Bool {
    var ahead = scanner
    while Self.joiningWords.contains(ahead.peekWord()) {
      _ = ahead.word()
      ahead.skipSpaces()
    }
    let isJoined = ahead.skipAny(of: Self.joiningSigns) || ahead.offset > scanner.offset
    ahead.skipSpaces()
    if ahead.next?.isDigit == true { return true }
    let word = ahead.peekWord()
    guard ahead.kind() != nil || Self.stepWords.contains(ahead.word()) else { return false }
    ahead.skipSpaces()
    return isJoined || word == "until" || word == "forever" || word == "open" || ahead.next?.isDigit == true
  }

  /// The correction if another step follows: a comma.
  ///
  /// If the next text may be the pace of a distance, the correction also contains `@` as an alternative.
  private func fixForMissingComma(after interval: Interval?) -> NotationError.Fix {
    guard let interval, interval.pace == nil, case .distance(let distance) = interval.goal else { return .comma }
    var ahead = scanner
    let start = ahead.offset
    guard let number = try? ahead.number(), ahead.isNext(":"), (try? ahead.clock(after: number)) != nil else {
      return .comma
    }
    let clock = ahead.text(from: start).quotation
    return .commaOrPace((distance.unit.map { [$0] } ?? DistanceUnit.allCases).map { "@\(clock)/\($0.rawValue)" })
  }

  /// The correction of an interval that begins with a pace; nil for any other text.
  ///
  /// An example is `5:00/km run`, in which `5:00` has been read as a time.
  private func fixForSlash(after interval: Interval, from start: Int) -> NotationError.Fix? {
    guard scanner.isNext("/") else { return nil }
    var ahead = scanner
    ahead.offset = start
    guard ahead.valueKind == .pace, let pace = try? ahead.pace() else { return nil }
    return .goalFirst(Interval(goal: .time(.seconds(1200)), kind: .run, pace: pace).notation)
  }

  /// The correction of a repeat whose count follows its steps; nil for any other text.
  ///
  /// An example is `20s work / 10s rest x 8`.
  private func fixForRepeatAfterSteps(from list: Int) -> NotationError.Fix? {
    let limit = min(list + 200, scanner.bytes.count)
    let end = scanner.bytes[list..<limit].firstIndex { "()\n#\"@".utf8.contains($0) } ?? limit
    let text = scanner.text(list..<end).split(separator: " ").joined(separator: " ")
    guard let sign = text.lastIndex(where: { "xX×*".contains($0) }),
      let count = Int(text[text.index(after: sign)...].drop { $0 == " " }), PlanLimits.counts.contains(count)
    else { return nil }
    let body = String(text[..<sign].map { ";+/&|".contains($0) ? "," : $0 })
    guard let plan = try? PlanFile(parsing: body).plan, plan.steps.count > 1 else { return nil }
    return .oneOf(["\(count)x(\(plan.notation))"])
  }

  /// The correction of a distance with a total time, such as `5km in 25:00`; nil for any other text.
  ///
  /// The corrected interval has a pace instead of the total time.
  private func fixForTime(after interval: Interval) -> NotationError.Fix? {
    var ahead = scanner
    guard case .distance(let distance) = interval.goal, interval.pace == nil, ahead.word() == "in" else { return nil }
    ahead.skipSpaces()
    guard case .time(let time)? = try? ahead.goal() else { return nil }
    let unit = distance.unit ?? .kilometres
    let seconds = (time.inSeconds / distance.metres * unit.metres).rounded()
    guard (60...3599).contains(seconds) else { return nil }
    let pace = "\(Duration.seconds(seconds).clockText())/\(unit.rawValue)"
    return .oneOf(["\(Interval(goal: interval.goal, kind: interval.kind).notation) @\(pace)"])
  }

  // MARK: Words

  /// Words that precede a value; a text that begins with such a word is not a label.
  private static let prepositions = ["at", "in", "of", "to", "with"]

  /// The correction of words that follow an interval and may be its kind or its label; nil if unknown.
  private func fixForWords(after interval: Interval) -> NotationError.Fix? {
    var meant = interval
    let word = scanner.peekWord(hyphens: true)
    if let label = interval.label {
      meant.label = label.quotation
      if let kind = Kind(spelling: word) {
        meant.kind = kind
        return .labelLast(meant.notation)
      }
      var ahead = scanner
      guard ahead.skip("@"), let pace = try? ahead.pace() else { return nil }
      meant.pace = pace
      return .labelLast(meant.notation)
    }
    if let kind = Kind(spelling: word), interval.kind == .interval, interval.pace != nil {
      meant.kind = kind
      return .oneOf([meant.notation])
    }
    meant.label = scanner.words()
    guard meant.label != "", !Self.prepositions.contains(word) else { return nil }
    guard interval.kind == .interval, interval.pace == nil else { return .label(meant.notation) }
    guard nearestWord(to: word, in: Self.kindWords) == nil else { return nil }
    let nearest = Kind(meantBy: word)
    meant.kind = nearest ?? .work
    return .kind(nearest: nearest, label: meant.notation)
  }
}
