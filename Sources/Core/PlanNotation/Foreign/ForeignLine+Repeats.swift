import Text
import WorkoutModel

/// Rules for lists and repeats.
extension ForeignLine {
  private static let countWords = ["set", "sets", "round", "rounds", "times", "repeat", "repeats"]

  /// Rewrites counts such as `4 sets of`, `4*(` or `repeat 4 times`, and `for 5m (`.
  mutating func rewriteCounts() {
    var rewritten: [Token] = []
    var rest = tokens[...]
    if case .word(let word)? = rest.first, Kind(spelling: word) == .interval, rest.dropFirst(2).first == .word("x") {
      rest = rest.dropFirst()
    }
    while let token = rest.popFirst() {
      let next = rest.first
      switch token {
      case .word("till"):
        rewritten.append(.word("until"))
        continue
      case .word("repeat"), .word("loop"), .word("do"):
        guard case .number? = next, rest.count > 1 else { break }
        continue
      case .word("for"):
        // `for 5m (` repeats the list; in `run for 20m`, the word has no meaning.
        let isBeforeList = rest.dropFirst(2).first == .sign("(")
        let isAfterList = rewritten.last == .sign(")")
        if isBeforeList || isAfterList { rewritten.append(.word("until")) }
        continue
      case .sign(":"):
        // The colon after a count or after `until GOAL` begins the list.
        let isRepeat = rewritten.last == .word("x") || rewritten.first == .word("until")
        if isRepeat, rest.first != .sign("(") {
          rewritten.append(.sign("("))
          rest.append(.sign(")"))
        }
        continue
      case .number(let number) where Int(number) != nil:
        let isFirst = rewritten.last.map { [.sign("("), .sign(","), .word("x")].contains($0) } ?? true
        var after = rest
        if case .word(let word)? = after.first, Self.countWords.contains(word) { after = after.dropFirst() }
        if [.word("x"), .sign("*")].contains(after.first), after.count < rest.count || after.first == .sign("*") {
          after = after.dropFirst()
        }
        while after.first == .word("of") { after = after.dropFirst() }
        guard isFirst, after.count < rest.count || after.first == .sign("("), !after.isEmpty else { break }
        rewritten += [token, .word("x")]
        rest = after
        continue
      default: break
      }
      rewritten.append(token)
    }
    tokens = rewritten
  }

  /// Rewrites a number of repetitions, such as `10 reps` or `10 pushups`, as an open interval with a label.
  mutating func rewriteRepetitions(_ notes: inout [Correction.Note]) {
    let known = Set(
      Scanner.goalUnits + Self.countWords + Self.joiningWords + ["x", "of", "in", "at", "until", "forever"])
    var rewritten: [Token] = []
    var rest = tokens[...]
    while let token = rest.popFirst() {
      guard case .number(let number) = token, Int(number) != nil, case .word(let first)? = rest.first,
        rewritten.last != .sign("@"), !known.contains(first), Kind(spelling: first) == nil, Kind(meantBy: first) == nil,
        nearestWord(to: first, in: Scanner.goalUnits.filter { $0.count > 2 }) == nil
      else {
        rewritten.append(token)
        continue
      }
      var words: [String] = []
      while case .word(let word)? = rest.first, !Self.joiningWords.contains(word) {
        words.append(word)
        rest = rest.dropFirst()
      }
      var label = "\(number) \(self.label(words))"
      if rest.first == .sign("@"), case .number(let load)? = rest.dropFirst().first,
        case .word(let unit)? = rest.dropFirst(2).first
      {
        label += " @ \(load) \(unit)"
        rest = rest.dropFirst(3)
      }
      rewritten += [.word("open"), .word("work"), .text(quoted(label))]
      notes.append(.repetitions)
    }
    tokens = rewritten
  }

  /// Rewrites words after a goal as a kind with a label, such as `tempo` as `run "tempo"`, and other words as labels.
  mutating func rewriteKinds() {
    let known = Set(
      Scanner.goalUnits + Scanner.goalWords + Self.countWords + Self.joiningWords
        + ["x", "of", "in", "at", "until", "forever", "repeat"])
    func isLabel(_ token: Token?) -> String? {
      guard case .word(let word)? = token, !known.contains(word), Kind(spelling: word) == nil, TimeUnit(word) == nil
      else { return nil }
      return nearestWord(to: word, in: PlanReader.kindWords) == nil ? word : nil
    }
    var rewritten: [Token] = []
    var rest = tokens[...]
    while let token = rest.popFirst() {
      rewritten.append(token)
      guard case .word(let unit) = token, let first = isLabel(rest.first) else { continue }
      let isGoal = Scanner.goalUnits.contains(unit) || Scanner.goalWords.contains(unit)
      guard isGoal || Kind(spelling: unit) != nil else { continue }
      var words: [String] = []
      while let word = isLabel(rest.first) {
        words.append(word)
        rest = rest.dropFirst()
      }
      if isGoal {
        if case .word(let word)? = rest.first, Kind(spelling: word) != nil {
          rewritten.append(.word(word))
          rest = rest.dropFirst()
        } else {
          rewritten.append(.word((Kind(meantBy: first) ?? .work).rawValue))
        }
      }
      rewritten.append(.text(quoted(label(words))))
    }
    tokens = rewritten
  }

  private static let joiningWords = ["then", "and", "plus", "followed", "by", "with", "w"]

  /// Rewrites words and signs between steps as commas; after `with`, the list after a count gets parentheses.
  mutating func rewriteJoints() {
    var rewritten: [Token] = []
    var isRecovery = false
    for (index, token) in tokens.enumerated() {
      let next = index + 1 < tokens.count ? tokens[index + 1] : nil
      let isJoint: Bool
      if [.sign("-"), .sign("_")].contains(token), case .word(let unit)? = rewritten.last,
        Scanner.goalUnits.contains(unit),
        case .word? = next
      {
        continue
      }
      switch token {
      case .sign(","): isJoint = true
      case .word(let word): isJoint = Self.joiningWords.contains(word)
      case .sign("/"):
        isJoint = next?.beginsStep == true || rewritten.last == .sign(",")
        if isRecovery, rewritten.last == .sign(",") { continue }
      case .sign("-"), .sign(">"), .sign("+"), .sign("|"), .sign("&"), .sign(";"):
        isJoint = next?.beginsStep == true || next == .sign(">") || rewritten.last == .sign(",")
      default: isJoint = false
      }
      if token == .word("with") || token == .word("w") { isRecovery = true }
      if isJoint {
        if rewritten.last != .sign(","), !rewritten.isEmpty { rewritten.append(.sign(",")) }
      } else {
        rewritten.append(token)
      }
    }
    while rewritten.last == .sign(",") { rewritten.removeLast() }
    tokens = rewritten
    if isRecovery { addParentheses() }
  }

  /// Encloses the steps after a count at the beginning of the line in parentheses.
  mutating func addParentheses() {
    guard tokens.count > 3, case .number = tokens[0], tokens[1] == .word("x"), tokens[2] != .sign("(") else { return }
    tokens = Array(tokens[..<2]) + [.sign("(")] + tokens[2...] + [.sign(")")]
  }

  /// Adds commas between steps, such as `30s run 30s walk` or `run 3m walk 1m`.
  mutating func rewriteMissingCommas() {
    var rewritten: [Token] = []
    var (hasGoal, hasKind) = (false, false)
    for (index, token) in tokens.enumerated() {
      let kind: Kind? = if case .word(let word) = token { Kind(spelling: word) } else { nil }
      let isNumber = if case .number = token { true } else { false }
      let isAfterSign = rewritten.last == .sign("@") || rewritten.last == .sign("/") || rewritten.last == .word("x")
      let next = index + 1 < tokens.count ? tokens[index + 1] : nil
      let isCount = [.word("x"), .sign("*")].contains(next) || Self.countWords.contains { next == .word($0) }
      if isNumber || kind != nil, !isAfterSign, !isCount {
        if hasGoal, hasKind {
          rewritten.append(.sign(","))
          (hasGoal, hasKind) = (false, false)
        }
        if isNumber { hasGoal = true } else { hasKind = true }
      } else if [.sign(","), .sign("("), .sign(")"), .word("x"), .word("repeat"), .word("until")].contains(token) {
        (hasGoal, hasKind) = (false, false)
      }
      rewritten.append(token)
    }
    tokens = rewritten
  }

  /// Rewrites distances of a track, such as `400` or `400m`.
  mutating func rewriteMetres(_ notes: inout [Correction.Note]) {
    let distances = [
      "100", "150", "200", "300", "400", "500", "600", "800", "1000", "1200", "1500", "1600", "2000", "3000",
    ]
    for index in tokens.indices.reversed() {
      guard case .number(let number) = tokens[index] else { continue }
      let next = index + 1 < tokens.count ? tokens[index + 1] : nil
      if next == .word("m"), let metres = Int(number), metres >= 100 {
        tokens[index + 1] = .word("mtr")
        notes.append(.metres)
      }
      guard distances.contains(number) else { continue }
      let isBare = next == nil || [.sign(","), .sign(")"), .sign("@")].contains(next)
      var kind: Kind?
      if case .word(let word)? = next { kind = Kind(spelling: word) }
      guard isBare || kind != nil else { continue }
      tokens.insert(contentsOf: [.word("mtr")] + (isBare ? [.word("run")] : []), at: index + 1)
    }
  }

  /// Rewrites a repeat that follows its steps, such as `x 4`, `4 times` or `until 10mi`, and precedes the end of a list.
  mutating func rewriteTrailingRepeats() {
    for start in tokens.indices.dropFirst() {
      guard let (head, end) = trailingRepeat(at: start), end == tokens.count || tokens[end] == .sign(")") else {
        continue
      }
      var first = start
      var open = 0
      while first > 0 {
        let token = tokens[first - 1]
        if token == .sign(")") { open += 1 }
        if token == .sign("(") { open -= 1 }
        guard open >= 0 else { break }
        first -= 1
        // A list in parentheses without a repeat of its own is the body of the repeat that follows.
        let isAlone = first == 0 || tokens[first - 1] == .sign(",") || tokens[first - 1] == .sign("(")
        if open == 0, token == .sign("("), tokens[start - 1] == .sign(")"), isAlone {
          tokens = Array(tokens[..<first]) + head + tokens[first..<start] + tokens[end...]
          return
        }
      }
      tokens = Array(tokens[..<first]) + head + [.sign("(")] + tokens[first..<start] + [.sign(")")] + tokens[end...]
      return
    }
  }

  /// The tokens of a repeat before its list, and the offset after the repeat; nil if no repeat begins at an offset.
  private func trailingRepeat(at start: Int) -> (head: [Token], end: Int)? {
    let rest = Array(tokens[start...].prefix(3))
    guard let first = rest.first else { return nil }
    switch (first, rest.dropFirst().first, rest.dropFirst(2).first) {
    case (.word("x"), .number(let count)?, _), (.sign("*"), .number(let count)?, _):
      return ([.number(count), .word("x")], start + 2)
    case (.word("repeat"), .number(let count)?, let times):
      return ([.number(count), .word("x")], start + (times == .word("times") ? 3 : 2))
    case (.number(let count), .word(let word)?, _) where word == "x" || Self.countWords.contains(word):
      return ([.number(count), .word("x")], start + 2)
    case (.word("until"), let number?, let unit?): return ([first, number, unit], start + 3)
    case (.word("forever"), _, _): return ([first], start + 1)
    default: return nil
    }
  }
}

extension ForeignLine.Token {
  /// Whether the token can begin a step.
  fileprivate var beginsStep: Bool {
    switch self {
    case .number: true
    case .word(let word): Kind(spelling: word) != nil || PlanReader.stepWords.contains(word)
    case .sign(let sign): sign == "("
    case .text: false
    }
  }
}
