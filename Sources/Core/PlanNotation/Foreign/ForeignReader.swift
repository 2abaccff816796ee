import Text
import WorkoutModel

/// Reads a line in another notation as steps.
///
/// Each token becomes part of a step, of a repeat, or of a label. A part that the present step already has begins the
/// next step, so that commas may be missing.
struct ForeignReader {
  var rest: ArraySlice<ForeignLine.Token>
  let line: ForeignLine
  /// The number of the meaning that is chosen for each ambiguous text, from 0.
  let meaning: Int
  /// Whether a text with another meaning was read.
  var isAmbiguous = false
  /// The reasons why the steps look different from the line.
  var notes: [Correction.Note] = []
  /// Numbers that were typed, and that the steps contain in a converted form or as part of a meaning.
  var convertedNumbers = ""
  /// Numbers in the steps that were not typed, such as the minute of `EMOM`.
  var addedNumbers = ""
  /// The completed steps of the present list.
  var steps: [ForeignStep] = []
  /// The step that is being read.
  var step = ForeignStep()
  /// Whether intervals without a kind are work and rest instead of run and walk.
  var isGym = false
  /// Whether the time after the distance of the step cannot be a pace, as after `in`.
  var isTotal = false
  /// Whether two numbers such as `25/5` are minutes.
  var isOfficeTimer = false
  /// Whether a text has no form in plan notation, such as a range of paces.
  var hasFailed = false
  /// Whether the steps are repeated as often as in a tabata, unless the line contains a number of rounds.
  var hasDefaultRounds = false
  /// The words before the present list, such as the exercise of `squats 3x10`.
  var title = ForeignStep()
  private var depth = 0

  static let maxMeanings = 3

  init(_ line: ForeignLine, meaning: Int) {
    self.line = line
    self.meaning = meaning
    rest = line.tokens[...]
  }

  /// Reads the whole line; nil if its meaning is unknown.
  mutating func read() -> [ForeignStep]? {
    rewriteRatio()
    rewriteNorwegian()
    rewriteNamedWorkout()
    guard let steps = list(), rest.isEmpty, !steps.isEmpty, !hasFailed else { return nil }
    // Words without any number or kind are the name of something else.
    let isName =
      steps.count == 1 && steps[0].goal == nil
      && steps[0].kindWord.map { steps[0].kind == (Kind(meantBy: $0) ?? .work) } == true
    guard !isName else { return nil }
    guard hasDefaultRounds, steps.allSatisfy({ $0.list == nil }) else { return steps }
    addedNumbers += " 8"
    return [ForeignStep(list: ("8x", steps))]
  }

  // MARK: Lists

  /// Reads steps up to a closing parenthesis or the end of the line.
  private mutating func list() -> [ForeignStep]? {
    guard depth < PlanLimits.maxNesting else { return nil }
    depth += 1
    let outer = (steps, step)
    (steps, step) = ([], ForeignStep())
    defer {
      (steps, step) = outer
      depth -= 1
    }
    while let token = rest.first, token != .sign(")") {
      guard readToken() else { return nil }
    }
    return finishStep() ? steps : nil
  }

  private mutating func readToken() -> Bool {
    if step.goal != nil || step.isEmpty && !steps.isEmpty, let head = headAfterSteps() { return wrap(head) }
    switch rest.first {
    case .number(let number)?: return readNumber(number)
    case .word(let word)?: return readWord(word)
    case .text(let text)?:
      rest.removeFirst()
      step.label.append(text)
      return true
    case .sign("(")?: return readParentheses()
    case .sign(let sign)?: return readSign(sign)
    case nil: return false
    }
  }

  /// Completes the step that is being read; `joint` is the text after it.
  mutating func finishStep(_ joint: ForeignStep.Joint = .none) -> Bool {
    guard !step.isEmpty else {
      if joint != .none { step.joint = joint }
      return true
    }
    guard resolveClock() else { return false }
    if step.goal == nil {
      if step.kind == nil, step.joint == .none, steps.last?.list != nil {
        notes.append(.leftOut(step.label.joined(separator: " ")))
        step = ForeignStep(joint: joint)
        return true
      }
      notes.append(.open)
    }
    if let word = step.kindWord {
      if step.kind == nil {
        let nearest = Kind(meantBy: word)
        step.kind = nearest ?? .work
        if step.goal != nil { notes.append(.kind(nearest: nearest)) }
      } else {
        notes.append(.label)
      }
    }
    if isGym, step.kind == nil { step.kind = steps.count % 2 == 0 ? .work : .rest }
    steps.append(step)
    step = ForeignStep(joint: joint)
    return true
  }

  private mutating func readSign(_ sign: Character) -> Bool {
    rest.removeFirst()
    switch sign {
    case ",", ";", "+", "|", "&", ">": return finishStep(.comma)
    case "/":
      if case .number? = rest.first { return finishStep() }
      return step.goal == nil && step.kind != nil ? false : finishStep()
    case "-":
      if rest.first == .sign(">") { return true }
      if step.pace != nil, pace() != nil {
        // A range of paces has no form in plan notation.
        hasFailed = true
        return false
      }
      if case .number? = rest.first, step.goal != nil { return finishStep(.comma) }
      let isBeforeStep = if case .word(let word)? = rest.first { Vocabulary.kind(word) != nil } else { false }
      return step.goal != nil && step.kind != nil && isBeforeStep ? finishStep(.comma) : true
    case "@": return readTarget()
    case "*" where steps.isEmpty && step.isEmpty: return true
    case ":" where steps.isEmpty && step.goal == nil && !step.label.isEmpty:
      // The words before a colon are the title of the line.
      notes.append(.leftOut(step.label.joined(separator: " ")))
      (title, step) = (step, ForeignStep())
      return true
    case ":", ".", "!", "?", "…", "_", "=", "'": return true
    default: return false
    }
  }

  /// Reads a list in parentheses, which may be the steps of a repeat, a recovery, or a label.
  private mutating func readParentheses() -> Bool {
    rest.removeFirst()
    if step.goal != nil || !steps.isEmpty, let head = headAfterSteps() {
      return rest.popFirst() == .sign(")") && wrap(head)
    }
    guard let inner = list(), rest.popFirst() == .sign(")") else { return false }
    if let head = headAfterSteps() { return finishStep() && add(head, inner) }
    guard !step.isEmpty else { return false }
    if inner.allSatisfy({ $0.goal == nil && $0.list == nil }) {
      notes.removeAll { $0 == .open }
      for words in inner { step.label += words.label.isEmpty ? [words.kind?.rawValue ?? ""] : words.label }
      step.kindWord = step.kindWord ?? inner.first?.label.first
      return true
    }
    guard step.goal != nil, finishStep() else { return false }
    steps += inner.map { inner in
      var inner = inner
      inner.joint = .with
      // A time in parentheses is a rest, as in `8x400m (90s)`.
      if inner.kind == nil, inner.list == nil, inner.pace == nil, inner.distance == nil { inner.kind = .rest }
      return inner
    }
    return true
  }

  // MARK: Repeats

  /// Reads the steps of a repeat whose beginning has been read.
  ///
  /// Without parentheses, the steps are the rest of the list if `isWhole` is true, otherwise one step and its recovery.
  mutating func readBody(of head: String, isWhole: Bool) -> Bool {
    var title = ForeignStep()
    if step.goal == nil, step.pace == nil {
      (title, step) = (step, ForeignStep(joint: step.joint))
    } else {
      guard finishStep() else { return false }
    }
    let outerTitle = self.title
    self.title = title
    defer { self.title = outerTitle }
    while [.sign(":"), .word("of"), .word("x"), .word("de"), .sign(",")].contains(rest.first) { rest.removeFirst() }
    let joint = step.joint
    var body: [ForeignStep]
    var following: ArraySlice<ForeignStep> = []
    if rest.first == .sign("(") {
      rest.removeFirst()
      guard let inner = list(), rest.popFirst() == .sign(")") else { return false }
      body = inner
    } else {
      guard let all = list(), !all.isEmpty else { return false }
      let count = isWhole ? all.count : 1 + all.dropFirst().prefix { $0.isInRound && $0.list == nil }.count
      (body, following) = (Array(all[..<count]), all[count...])
    }
    apply(self.title, to: &body)
    step.joint = joint
    if head == "forever ", body.count == 1, body[0].list != nil {
      // The repeat has an end, as in `do 30s run, 30s walk 5 times`.
      steps += body + following
      return true
    }
    guard add(head, body) else { return false }
    steps += following
    return true
  }

  /// Applies the words before a repeat to its only step without a kind and a label; otherwise, leaves the words out.
  private mutating func apply(_ title: ForeignStep, to body: inout [ForeignStep]) {
    guard !title.isEmpty, title.kind != .interval else { return }
    let bare = body.indices.filter { body[$0].list == nil && body[$0].kind == nil && body[$0].label.isEmpty }
    if bare.count == 1, bare == [0], !isGym {
      body[0].label = title.label
      let nearest = title.kindWord.flatMap(Kind.init(meantBy:))
      body[0].kind = title.kind ?? nearest ?? .work
      if !title.label.isEmpty { notes.append(.label) }
    } else if !title.label.isEmpty || title.kind != nil {
      notes.append(.leftOut((title.label + [title.kind?.rawValue].compactMap(\.self)).joined(separator: " ")))
    }
  }

  private mutating func add(_ head: String, _ body: [ForeignStep]) -> Bool {
    guard !body.isEmpty else { return false }
    steps.append(ForeignStep(joint: step.joint, list: (head, body)))
    step = ForeignStep()
    return true
  }

  /// Repeats the steps before the end of a repeat, such as `x 8`.
  ///
  /// At the end of a list, these are the steps after a warm-up; elsewhere, the last step and its recovery.
  private mutating func wrap(_ head: String) -> Bool {
    guard finishStep() else { return false }
    var start = steps.firstIndex { $0.kind != .warmup } ?? 0
    if rest.first == .sign(",") {
      start = steps.count - 1
      while start > 0, steps[start].isInRound, steps[start - 1].list == nil { start -= 1 }
    }
    // A list with a forever repeat of its own gets the end of the repeat that follows.
    if steps.count == 1, let list = steps[0].list, list.head == "forever " {
      steps[0].list = (head, list.steps)
      return true
    }
    let body = Array(steps[start...])
    steps.removeSubrange(start...)
    step.joint = body.first?.joint ?? .none
    return add(head, body)
  }

  /// Reads the beginning of a repeat that follows its steps, such as `x 8`, `8 times` or `until 10mi`; nil for any other
  /// text.
  private mutating func headAfterSteps() -> String? {
    var ahead = self
    while [.sign(","), .sign(";"), .word("and")].contains(ahead.rest.first) { ahead.rest.removeFirst() }
    let isJoined = ahead.rest.startIndex > rest.startIndex
    guard let head = ahead.head(), [nil, .sign(")"), .sign(",")].contains(ahead.rest.first),
      !isJoined || ahead.rest.first != .sign(",")
    else { return nil }
    self = ahead
    return head
  }

  private mutating func head() -> String? {
    switch rest.popFirst() {
    case .word("x"), .sign("*"): return count()
    case .word("repeat"):
      guard case .number? = rest.first else { return "forever " }
      let head = count()
      while case .word(let word)? = rest.first, Vocabulary.isCount(word) || word == "x" { rest.removeFirst() }
      return head
    case .word("forever"): return "forever "
    case .word("times"), .word("rounds"), .word("sets"): return count()
    case .word("until"), .word("till"), .word("for"):
      guard case .number(let number)? = rest.first, let goal = goal(from: number, ofUntil: true) else { return nil }
      return "until \(goal) "
    case .number(let number):
      guard case .word(let word)? = rest.popFirst(), word == "x" || Vocabulary.isCount(word) else { return nil }
      return Int(number).map { "\($0)x" }
    default: return nil
    }
  }

  private mutating func count() -> String? {
    guard case .number(let number)? = rest.popFirst(), let count = Int(number) else { return nil }
    return "\(count)x"
  }
}
