import WorkoutModel

/// Workouts that have a name in gyms or among runners.
extension ForeignReader {
  /// Replaces the name of a workout by the tokens of its steps.
  mutating func rewriteNamedWorkout() {
    guard case .word(let name)? = rest.first else { return }
    let tokens = rest.dropFirst().filter { $0 != .sign(":") }
    let numbers = tokens.compactMap { if case .number(let number) = $0 { number } else { nil } }
    let words = tokens.compactMap {
      if case .word(let word) = $0, Vocabulary.timeUnit(word) == nil, !Vocabulary.isCount(word) { word } else { nil }
    }
    let isShort = numbers.count < 2 && words.isEmpty
    switch name {
    case "emom": rewriteEveryMinute("1", isTyped: false, tokens)
    case "e":
      guard tokens.dropFirst().first == .word("mom"), case .number(let minutes)? = tokens.first else { return }
      rewriteEveryMinute(minutes, isTyped: true, Array(tokens.dropFirst(2)))
    case "amrap": rewriteAMRAP(tokens, isShort: isShort)
    case "tabata":
      isGym = true
      var count: Int? = isShort ? numbers.first.flatMap { Int($0) } ?? 8 : nil
      if isShort, tokens.count == 2, case .word(let unit) = tokens[1], Vocabulary.timeUnit(unit) == .minute,
        let minutes = count
      {
        // A round of a tabata is half a minute.
        convertedNumbers += " \(minutes)"
        addedNumbers += " \(minutes * 2)"
        count = minutes * 2
      } else if numbers.isEmpty, isShort {
        addedNumbers += " 8"
      }
      if let count {
        addedNumbers += " 20 10"
        rest = replaced(by: "\(count) x ( 20 s work , 10 s rest )")
      } else if numbers.isEmpty {
        addedNumbers += " 8 20 10"
        rest = replaced(by: "8 x ( 20 s work", tokens, ", 10 s rest )")
      } else {
        rest.removeFirst()
        hasDefaultRounds = true
      }
    case "pomodoro" where tokens.isEmpty:
      addedNumbers += " 25 5"
      rest = replaced(by: "forever ( 25 m work , 5 m rest )")
    case "ladder", "pyramid",
      "fartlek" where numbers.count > 2:
      let isTime = numbers.allSatisfy { $0.count < 3 }
      let isSeconds = tokens.contains {
        if case .word(let word) = $0 { Vocabulary.timeUnit(word) == .second } else { false }
      }
      if isTime { notes.append(.minutes) }
      let unit = isTime ? (isSeconds ? "s" : "m") : "mtr"
      addedNumbers += String(repeating: " 1", count: numbers.count - 1)
      rest = replaced(by: numbers.map { "\($0) \(unit) run" }.joined(separator: " , 1 m walk , "))
    case "for" where tokens.first == .word("time"), "chipper", "wod":
      rest = rest.dropFirst(name == "for" ? 2 : 1)
    default: break
    }
  }

  /// Rewrites `4x4 norwegian`, whose intervals are four minutes long.
  mutating func rewriteNorwegian() {
    guard rest.contains(.word("norwegian")) || rest.contains(.word("norweger")) else { return }
    let numbers = rest.compactMap { if case .number(let number) = $0 { number } else { nil } }
    guard numbers == ["4", "4"] || numbers.isEmpty else { return }
    addedNumbers += numbers.isEmpty ? " 4 4 3" : " 3"
    rest = replaced(by: "4 x ( 4 m run , 3 m jog )")
  }

  private mutating func rewriteEveryMinute(_ minutes: String, isTyped: Bool, _ tokens: [ForeignLine.Token]) {
    var label = tokens[...]
    var total: String?
    if case .number(let number)? = label.first, Int(number) != nil {
      label.removeFirst()
      if case .word(let word)? = label.first,
        Vocabulary.timeUnit(word) == .minute || word == "x" || Vocabulary.isCount(word)
      {
        label.removeFirst()
      } else if case .word? = label.first {
        // In `EMOM 10 burpees`, the number belongs to the exercise.
        label = tokens[...]
      }
      if label.count < tokens.count { total = number }
    }
    if label.first == .word("of") || label.first == .word("for") { label.removeFirst() }
    if label.isEmpty == false, total == nil, case .word("for")? = label.first { label.removeFirst() }
    let text = label.map(\.text).joined(separator: " ")
    let work = "\(minutes) m work \(text.isEmpty ? "" : quoted(text))"
    notes.append(.everyMinute)
    if !isTyped { addedNumbers += " 1" }
    guard let total, let length = Int(minutes), let whole = Int(total), length > 0, whole % length == 0 else {
      guard total == nil else { return }
      rest = replaced(by: "forever ( \(work) )")
      return
    }
    if length > 1 {
      convertedNumbers += " \(total)"
      addedNumbers += " \(whole / length)"
    }
    rest = replaced(by: "\(whole / length) x ( \(work) )")
  }

  private mutating func rewriteAMRAP(_ tokens: [ForeignLine.Token], isShort: Bool) {
    guard case .number(let number)? = tokens.first else {
      guard tokens.isEmpty else { return }
      rest = replaced(by: "open work \"as many rounds as possible\"")
      return
    }
    var label = tokens.dropFirst()
    if case .word(let word)? = label.first, Vocabulary.timeUnit(word) == .minute { label.removeFirst() }
    guard !label.isEmpty else {
      rest = replaced(by: "\(number) m work \"as many rounds as possible\"")
      return
    }
    rest = replaced(by: "\(number) m work \(quoted(label.map(\.text).joined(separator: " ")))")
  }

  private func replaced(by text: String, _ tokens: [ForeignLine.Token] = [], _ end: String = "") -> ArraySlice<
    ForeignLine.Token
  > {
    (ForeignLine(text).tokens + tokens + ForeignLine(end).tokens)[...]
  }

  /// Rewrites a ratio of run and walk, such as `run/walk 4:1` or `Galloway 3:1`, as minutes.
  ///
  /// A time or a distance before or after the ratio ends the repeat, as in `5k run/walk 4:1`.
  mutating func rewriteRatio() {
    guard let index = rest.firstIndex(where: { $0.ratio != nil }), let ratio = rest[index].ratio else { return }
    let names: [ForeignLine.Token] = [
      .word("galloway"), .word("jeffing"), .word("ratio"), .word("method"), .word("intervals"),
    ]
    let kinds = [ForeignLine.Token.word("run"), .word("walk"), .word("run-walk")]
    let others = rest.indices.filter {
      $0 != index && !names.contains(rest[$0]) && !kinds.contains(rest[$0])
        && ![.sign("/"), .sign(":"), .sign("-")].contains(rest[$0])
    }.map { rest[$0] }
    let isNamed = rest.contains { names.contains($0) }
    let isRunWalk = rest.contains(.word("run-walk")) || rest.contains(.word("run")) && rest.contains(.word("walk"))
    guard isNamed || isRunWalk else { return }
    let steps = "\(ratio.run) m run , \(ratio.walk) m walk"
    if others.isEmpty {
      rest = replaced(by: steps)
      notes.append(.ratio)
    } else if others.count < 4, case .number? = others.first(where: { $0 != .word("for") }) {
      rest = replaced(by: "until", others.filter { $0 != .word("for") }, "( \(steps) )")
    }
  }
}

extension ForeignLine.Token {
  /// The parts of a ratio such as `3:1`; nil for any other token.
  var ratio: (run: Int, walk: Int)? {
    guard case .number(let text) = self else { return nil }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].count == 1, let run = Int(parts[0]), let walk = Int(parts[1]), run > 0, walk > 0
    else { return nil }
    return (run, walk)
  }
}
