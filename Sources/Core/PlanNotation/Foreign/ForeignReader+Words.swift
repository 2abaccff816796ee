import Text
import WorkoutModel

/// Words: kinds, repeats and labels.
extension ForeignReader {
  mutating func readWord(_ word: String) -> Bool {
    rest.removeFirst()
    if let isRead = readRepeatWord(word) { return isRead }
    if Vocabulary.isWith(word) {
      if rest.first == .sign("/") { rest.removeFirst() }
      return finishStep(.with)
    }
    if Vocabulary.isJoint(word) { return finishStep(.comma) }
    if readEffort(word) { return true }
    if ["in", "sub", "under"].contains(word) {
      if word == "sub", rest.first == .sign("-") { rest.removeFirst() }
      if readTotal() { return true }
      if word == "sub" { return false }
    }
    if let kind = kind(word) { return readKind(kind, word) }
    if let race = race(word) {
      guard step.goal == nil || finishStep() else { return false }
      step.goal = race
      return true
    }
    if word == "open", step.goal == nil {
      step.goal = "open"
      return true
    }
    if Vocabulary.isGym(word), step.isEmpty {
      isGym = true
      isOfficeTimer = word == "pomodoro"
      notes.append(.leftOut(line.typed(word)))
      return true
    }
    if word == "speed", case .number(let number)? = rest.first { return readSpeed(number) }
    if Vocabulary.isNoise(word) || step.goal != nil && Vocabulary.isCount(word) { return true }
    return readLabel(word)
  }

  /// Reads a word that begins a repeat, such as `until`, `loop` or `every`; nil for any other word.
  private mutating func readRepeatWord(_ word: String) -> Bool? {
    switch word {
    case "until", "till":
      guard case .number(let number)? = rest.first else {
        guard let race = rest.first.flatMap({ if case .word(let word) = $0 { Vocabulary.race(word) } else { nil } })
        else { return readUntilWords() }
        rest.removeFirst()
        return readBody(of: "until \(race) ", isWhole: true)
      }
      guard let goal = goal(from: number, ofUntil: true) else { return false }
      return readBody(of: "until \(goal) ", isWhole: true)
    case "for" where rest.first == .word("time"):
      rest.removeFirst()
      return true
    case "for", "during":
      guard case .number(let number)? = rest.first else { return word == "for" && rest.first != nil }
      var ahead = self
      guard step.isEmpty, let goal = ahead.goal(from: number), goal != "open",
        [.sign("("), .sign(":")].contains(ahead.rest.first)
      else { return true }
      self = ahead
      return readBody(of: "until \(goal) ", isWhole: true)
    case "repeat", "loop", "do", "forever", "while":
      if word == "while", rest.first == .word("true") { rest.removeFirst() }
      if case .number(let number)? = rest.first, word != "forever",
        [.sign("("), .word("times"), .word("x")].contains(rest.dropFirst().first), let count = Int(number)
      {
        rest.removeFirst()
        if case .word(let word)? = rest.first, word == "x" || Vocabulary.isCount(word) { rest.removeFirst() }
        return readBody(of: "\(count)x", isWhole: true)
      }
      return rest.isEmpty ? false : readBody(of: "forever ", isWhole: true)
    case "every", "alternate", "alternating":
      return step.isEmpty && (steps.isEmpty || word != "every") && !rest.isEmpty
        ? readBody(of: "forever ", isWhole: true) : false
    case "x":
      guard steps.isEmpty, step.goal == nil, case .number(let number)? = rest.first, let count = Int(number) else {
        return false
      }
      rest.removeFirst()
      return readBody(of: "\(count)x", isWhole: true)
    default: return nil
    }
  }

  /// Reads an end that is not a time or a distance, such as `until exhaustion`, as the label of an open interval.
  private mutating func readUntilWords() -> Bool {
    var words = ["until"]
    while case .word(let word)? = rest.first {
      rest.removeFirst()
      words.append(line.typed(word))
    }
    guard words.count > 1, words[1] != "open", step.goal == nil else { return false }
    step.goal = "open"
    step.kind = step.kind ?? .work
    step.kindWord = nil
    step.label += words
    notes.append(.open)
    return true
  }

  /// Reads a kind of one or two words.
  private mutating func kind(_ word: String) -> Kind? {
    if word == "retour" || word == "vuelta" {
      while case .word(let next)? = rest.first, ["au", "à", "a", "la", "calme", "calma"].contains(next) {
        rest.removeFirst()
      }
      return .cooldown
    }
    if word == "warm" || word == "cool", case .word(let next)? = rest.first,
      let kind = Kind(spelling: "\(word)-\(next)")
    {
      rest.removeFirst()
      return kind
    }
    return Vocabulary.kind(word)
  }

  private mutating func readKind(_ kind: Kind, _ word: String) -> Bool {
    if rest.first == .sign(":") { rest.removeFirst() }
    let isBeforeNumber = if case .number? = rest.first { true } else { false }
    let isShort = ["r", "rec", "recov", "recup", "récup"].contains(word)
    // In `200m jog recovery`, the second word adds nothing.
    if step.kind?.isRecovery == true, step.goal != nil, !isBeforeNumber, kind == .recover || kind == .rest {
      return true
    }
    if step.kind != nil || step.goal != nil && isBeforeNumber && (isShort || kind.isRecovery && step.distance != nil) {
      guard step.goal != nil, finishStep() else { return false }
    }
    step.kind = kind
    return true
  }

  func isMisspelt(_ word: String) -> Bool {
    Kind(meantBy: word) == nil
      && nearestWord(to: word, in: PlanReader.kindWords + Scanner.goalUnits.filter { $0.count > 2 }) != nil
  }

  /// Reads a word as part of the label.
  private mutating func readLabel(_ word: String) -> Bool {
    guard !isMisspelt(word), !word.contains(where: \.isNumber) || step.goal != nil else { return false }
    if word == "to", step.goal == nil { return false }
    step.label.append(line.typed(word))
    step.kindWord = step.kindWord ?? word
    return true
  }

  private mutating func race(_ word: String) -> String? {
    guard let race = Vocabulary.race(word) else { return nil }
    if race == "half", rest.first == .word("marathon") { rest.removeFirst() }
    return race
  }
}
