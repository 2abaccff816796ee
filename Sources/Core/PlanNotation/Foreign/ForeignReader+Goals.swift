import Text
import WorkoutModel

/// Goals: times, distances and numbers of repetitions.
extension ForeignReader {
  /// Reads a goal at a number, without a sign of a repeat; nil if the number has no unit and no known meaning.
  mutating func goal(from number: String, ofUntil isOfUntil: Bool = false) -> String? {
    rest.removeFirst()
    if let fraction = fraction(number) { return fraction }
    if number.contains(":") { return clockGoal(number) }
    guard case .word(let word)? = rest.first else { return bareGoal(number) }
    if word == "m", let metres = Int(number), metres >= 100 {
      rest.removeFirst()
      notes.append(.metres)
      return "\(number)mtr"
    }
    if let unit = Vocabulary.timeUnit(word) {
      rest.removeFirst()
      skipPoint()
      return "\(number)\(unit.letter)" + smallerTime(than: unit, ofUntil: isOfUntil)
    }
    if let unit = Vocabulary.distanceUnit(word) {
      rest.removeFirst()
      skipPoint()
      return "\(number)\(unit)"
    }
    if number == "0.5", Vocabulary.race(word) == "marathon" {
      rest.removeFirst()
      convertedNumbers += " \(number)"
      return "half"
    }
    if let converted = converted(number, word) {
      rest.removeFirst()
      return converted
    }
    return bareGoal(number)
  }

  private mutating func skipPoint() {
    if rest.first == .sign(".") { rest.removeFirst() }
  }

  /// Reads the smaller units of a time, such as the 30 of `1h30` or `2 hours and 30 minutes`.
  private mutating func smallerTime(than unit: TimeUnit, ofUntil isOfUntil: Bool) -> String {
    var ahead = rest
    if [.word("and"), .word("und"), .word("et"), .word("y")].contains(ahead.first) { ahead.removeFirst() }
    guard unit != .second, case .number(let number)? = ahead.popFirst(), let value = Int(number), value < 60 else {
      return ""
    }
    let next: TimeUnit
    if case .word(let word)? = ahead.first, let smaller = Vocabulary.timeUnit(word) {
      guard smaller.milliseconds < unit.milliseconds else { return "" }
      // In `until 30m 30s run`, the second time belongs to the interval.
      if isOfUntil, case .word(let kind)? = ahead.dropFirst().first, Vocabulary.kind(kind) != nil { return "" }
      next = smaller
      ahead.removeFirst()
    } else {
      guard ahead.startIndex == rest.startIndex + 1, isAtEndOfGoal(ahead.first) else { return "" }
      next = unit == .hour ? .minute : .second
    }
    rest = ahead
    skipPoint()
    return "\(number)\(next.letter)" + smallerTime(than: next, ofUntil: isOfUntil)
  }

  /// Whether a token can follow the goal of a step.
  private func isAtEndOfGoal(_ token: ForeignLine.Token?) -> Bool {
    switch token {
    case nil, .sign(",")?, .sign(")")?, .sign("@")?, .text?: true
    case .word(let word)?: Vocabulary.kind(word) != nil
    default: false
    }
  }

  /// The time of a clock, such as `1:75` or `1:5`.
  private mutating func clockGoal(_ number: String) -> String? {
    let texts = number.split { $0 == ":" }
    let fields = texts.compactMap { Int($0) }
    guard fields.count == texts.count, fields.count < 4, fields.allSatisfy({ $0 < 10_000 }) else { return nil }
    if fields.dropFirst().allSatisfy({ $0 < 60 }), fields[0] < (fields.count == 3 ? 60 : 600) {
      if texts.dropFirst().allSatisfy({ $0.count == 2 }) { return number }
      let units = fields.count == 3 ? ["h", "m", "s"] : ["m", "s"]
      return zip(fields, units).map { "\($0)\($1)" }.joined()
    }
    let time = Duration.seconds(fields.reduce(0) { $0 * 60 + $1 }).notation
    convertedNumbers += " \(number)"
    addedNumbers += " \(time)"
    return time
  }

  /// The distance or the time of a fraction such as `1/2 mile` or `1 1/2 min`; nil for any other text.
  private mutating func fraction(_ number: String) -> String? {
    var ahead = rest
    var whole = 0.0
    var (numerator, typed) = (number, number)
    if case .number(let next)? = ahead.first, ahead.dropFirst().first == .sign("/") {
      (whole, numerator, typed) = (Double(number) ?? 0, next, "\(number) \(next)")
      ahead.removeFirst()
    }
    guard ahead.popFirst() == .sign("/"), case .number(let denominator)? = ahead.popFirst(),
      let part = Double(numerator), let parts = Double(denominator), part < parts, parts <= 10,
      case .word(let word)? = ahead.popFirst()
    else { return nil }
    let unit = Vocabulary.distanceUnit(word) ?? Vocabulary.timeUnit(word).map { String($0.letter) }
    let value = shortestText(((whole + part / parts) * 100).rounded() / 100)
    if word == "marathon", value == "0.5" {
      rest = ahead
      convertedNumbers += " \(typed) \(denominator)"
      return "half"
    }
    guard let unit else { return nil }
    rest = ahead
    convertedNumbers += " \(typed) \(denominator)"
    addedNumbers += " \(value)"
    return "\(value)\(unit)"
  }

  /// The goal for a number in a unit that plan notation does not have; nil for any other unit.
  private mutating func converted(_ number: String, _ unit: String) -> String? {
    guard let value = Double(number) else { return nil }
    let text: String
    switch unit {
    case "yd", "yds", "yard", "yards":
      text = "\(shortestText((value * 9144).rounded() / 10_000))mtr"
      notes.append(.yards)
    case "ft", "foot", "feet":
      text = "\(shortestText((value * 3048).rounded() / 10_000))mtr"
      notes.append(.feet)
    case "ms", "msec", "millisecond", "milliseconds":
      text = "\(shortestText(max(value / 1000, 1)))s"
      if value < 1000 { notes.append(.minInterval) }
    default: return nil
    }
    convertedNumbers += " \(number)"
    addedNumbers += " \(text)"
    return text
  }

  /// The goal for a number without a unit, which has been read; nil if its meaning is unknown.
  private mutating func bareGoal(_ number: String) -> String? {
    guard let value = Int(number) else { return nil }
    let exercise = step.kindWord == nil && step.label.isEmpty ? title : step
    let isExercise =
      exercise.kindWord.map { Kind(meantBy: $0) == nil && !["hills", "intervals", "track"].contains($0) } ?? false
    if rest.first == .word("strides") { return repetitions(number) }
    if case .word(let word)? = rest.first, Vocabulary.kind(word) == nil, Kind(meantBy: word) == nil, word != "x",
      !Vocabulary.isWith(word), !Vocabulary.isJoint(word), word != "in", !isMisspelt(word)
    {
      return repetitions(number)
    }
    if step.kind == .rest || step.kind == .recover, !steps.isEmpty || step.joint == .with || rest.startIndex > 2 {
      return "\(number)\(value < 10 ? "m" : "s")"
    }
    if Vocabulary.isTrackDistance(number), !isExercise || value >= 200,
      isAtEndOfGoal(rest.first) || isRecovery(rest.first)
    {
      if step.kind == nil, !isKind(rest.first), step.label.isEmpty { step.kind = .run }
      return "\(number)mtr"
    }
    if step.label.isEmpty, exercise.kindWord != nil, step.kind == nil {
      step.label = title.label
      notes.removeAll { $0 == .leftOut(title.label.joined(separator: " ")) }
      title = ForeignStep()
      return repetitions(number)
    }
    let isSeveral = line.tokens.count { if case .number = $0 { true } else { false } } > 1
    guard step.kindWord != nil || isSeveral && isBeforeKind else { return nil }
    isAmbiguous = true
    switch meaning {
    case 0: notes.append(.seconds)
    case 1: notes.append(.minutes)
    default: return isExercise ? repetitions(number) : nil
    }
    return meaning == 0 ? "\(number)s" : "\(number)m"
  }

  /// Whether the next word is a kind, or a word such as `on` that means a kind.
  private var isBeforeKind: Bool {
    guard case .word(let word)? = rest.first else { return false }
    return Vocabulary.kind(word) != nil || Kind(meantBy: word) != nil
  }

  func isKind(_ token: ForeignLine.Token?) -> Bool {
    if case .word(let word)? = token { Vocabulary.kind(word) != nil } else { false }
  }

  func isRecovery(_ token: ForeignLine.Token?) -> Bool {
    if case .word(let word)? = token {
      Vocabulary.isWith(word) || word == "in" || Vocabulary.kind(word)?.isRecovery == true
    } else {
      token == .sign("(") || token == .sign("/")
    }
  }

  /// Reads a number of repetitions, such as `10 pushups`, as the label of an open interval.
  private mutating func repetitions(_ number: String) -> String? {
    var words = step.label
    words.insert(number, at: 0)
    var isFirst = step.label.isEmpty
    if isFirst, case .word(let word)? = rest.first, word.count < 3 { return nil }
    while case .word(let word)? = rest.first, !Vocabulary.isJoint(word), !Vocabulary.isWith(word),
      isFirst || !headWord(word) && Vocabulary.kind(word) == nil
    {
      rest.removeFirst()
      words.append(line.typed(word))
      isFirst = false
    }
    if rest.first == .sign("@"), case .number(let load)? = rest.dropFirst().first,
      case .word(let unit)? = rest.dropFirst(2).first
    {
      words.append("@ \(load) \(unit)")
      rest.removeFirst(3)
    }
    step.label = words
    step.kindWord = nil
    step.kind = step.kind ?? .work
    notes.append(.repetitions)
    return "open"
  }

  private func headWord(_ word: String) -> Bool { ["x", "until", "for", "forever", "repeat"].contains(word) }
}

extension TimeUnit {
  fileprivate var letter: String { spellings[0] }
}
