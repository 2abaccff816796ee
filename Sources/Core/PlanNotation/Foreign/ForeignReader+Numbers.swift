import Text
import WorkoutModel

/// Numbers: counts, pairs such as `30/30`, and times after distances.
extension ForeignReader {
  /// Reads a pace, a count, a goal or a number of repetitions.
  mutating func readNumber(_ number: String) -> Bool {
    if readPace() { return true }
    if let head = headBeforeSteps(number) { return readBody(of: head.text, isWhole: head.isWhole) }
    if readPercentageOrEffort(number) { return true }
    if number.contains(":"), rest.first?.ratio == nil, step.distance != nil, step.pace == nil, step.clock == nil {
      rest.removeFirst()
      step.clock = number
      return true
    }
    if let isRead = readTimeAfterDistance(number) { return isRead }
    // A number after a goal begins the next step.
    guard step.goal == nil || finishStep() else { return false }
    if let ratio = rest.first?.ratio, step.isEmpty, !isKind(rest.dropFirst().first) {
      isAmbiguous = true
      notes.append(meaning == 0 ? .ratio : .clock)
      if meaning == 0 {
        rest.removeFirst()
        steps.append(ForeignStep(goal: "\(ratio.run)m", kind: .run, joint: step.joint))
        step = ForeignStep(goal: "\(ratio.walk)m", kind: .walk)
        return true
      }
    }
    if let pair = pair(number) { return pair }
    guard let goal = goal(from: number) else { return false }
    step.goal = goal
    return true
  }

  /// Reads a time after a distance, as in `5km 30min`, which is its total time or another step; nil for any other text.
  private mutating func readTimeAfterDistance(_ number: String) -> Bool? {
    guard step.distance != nil, step.kind == nil, step.pace == nil, step.label.isEmpty else { return nil }
    if Int(number) != nil, rest.count == 1 {
      (step.clock, isTotal) = ("\(number):00", true)
      rest.removeFirst()
      return true
    }
    var ahead = self
    guard let goal = ahead.goal(from: number), let time = try? readTime(goal), ahead.isRun(in: time) else { return nil }
    isAmbiguous = true
    guard meaning == 0 else { return nil }
    self = ahead
    isAmbiguous = true
    notes.append(.total(goal))
    return setPace(total: time, typed: goal)
  }

  /// The beginning of a repeat at a number, such as `4x`, `4 (` or `4 sets of`; nil for any other number.
  private mutating func headBeforeSteps(_ number: String) -> (text: String, isWhole: Bool)? {
    guard let count = Int(number) else { return nil }
    var ahead = rest.dropFirst()
    guard let next = ahead.popFirst(), !ahead.isEmpty || next == .sign("(") else { return nil }
    let text = "\(count)x"
    switch next {
    case .word("x"), .sign("*"):
      rest = ahead
      return (text, isWhole: ahead.first == .sign(":"))
    case .sign("("):
      rest = rest.dropFirst()
      return (text, isWhole: true)
    case .word(let word) where Vocabulary.isCount(word):
      if ahead.first == .word("x") { ahead.removeFirst() }
      rest = ahead
      return (text, isWhole: true)
    default: return nil
    }
  }

  /// Reads two numbers such as `30/30`, `25/5` or `30-30` as two steps; nil for any other text.
  ///
  /// The pairs of timers for offices are minutes of work and rest.
  private mutating func pair(_ first: String) -> Bool? {
    guard Int(first).map({ (1..<1000).contains($0) }) == true, case .sign(let sign)? = rest.dropFirst().first,
      "/-".contains(sign), case .number(let second)? = rest.dropFirst(2).first,
      Int(second).map({ (1..<1000).contains($0) }) == true
    else { return nil }
    let after = rest.dropFirst(3).first
    switch after {
    case nil, .sign(")")?, .sign(",")?, .sign("*")?, .number?, .word("x")?, .word("for")?, .word("until")?: break
    default: return nil
    }
    rest.removeFirst(3)
    let pair = [first, second]
    let isOffice = !isGym && rest.isEmpty && [["25", "5"], ["50", "10"], ["52", "17"], ["90", "20"]].contains(pair)
    var unit = pair.allSatisfy { $0.count == 1 } || isOfficeTimer ? "m" : "s"
    if isOffice {
      isAmbiguous = true
      unit = meaning == 0 ? "m" : "s"
      notes.append(meaning == 0 ? .minutes : .seconds)
    }
    let isWork = isOffice || isGym
    if !step.label.isEmpty { notes.append(.leftOut(step.label.joined(separator: " "))) }
    let pairs = [
      ForeignStep(goal: "\(first)\(unit)", kind: isWork ? .work : .run, joint: step.joint),
      ForeignStep(goal: "\(second)\(unit)", kind: isWork ? .rest : .walk),
    ]
    step = ForeignStep()
    steps += isOffice && meaning == 0 ? [ForeignStep(list: ("forever ", pairs))] : pairs
    return true
  }
}
