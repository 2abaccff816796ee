/// A repeat as it will be run: whole rounds, then perhaps the beginning of one more.
struct Cycle: Equatable, Sendable {
  /// What is played in a round.
  let body: Passage
  /// How many rounds are whole; nil for an endless repeat.
  let whole: Int?
  /// The last, partial round; never empty.
  let tail: Passage?
  /// What a runner is told the number of rounds is.
  let rounds: Int?
  /// What ends it, as the plan has it; nil where the plan counts the rounds, or nothing ends it.
  let goal: Allowance?
  /// The whole rounds that are others than the body, from 0; see `Timeline.Amendment`.
  let changed: [Int: Passage]
  let measure: Measure

  init(
    body: Passage, whole: Int?, tail: Passage?, rounds: Int?, goal: Allowance? = nil, changed: [Int: Passage] = [:]
  ) {
    self.body = body
    self.whole = whole
    self.tail = tail?.isEmpty == true ? nil : tail
    self.rounds = rounds
    self.goal = goal
    self.changed = changed.filter { $0.key < whole ?? .max }
    measure =
      whole.map { body.measure(ofRounds: 0..<$0, changed: changed) + (tail?.measure ?? .zero) } ?? .unknown
  }

  /// Counts the rounds that `allowance` covers, and cuts the last one at the crossing.
  init(body: Passage, until allowance: Allowance, goal: Allowance, changed: [Int: Passage] = [:]) {
    let (whole, left) = body.rounds(within: allowance, changed: changed, most: nil)
    let tail = (changed[whole] ?? body).cut(to: left)
    self.init(
      body: body, whole: whole, tail: tail, rounds: tail.isEmpty ? whole : whole + 1, goal: goal, changed: changed)
  }

  /// Whether the plan counts the rounds, rather than a goal that ends them.
  var isCounted: Bool { whole != nil && goal == nil }

  /// What is played in a round counted from 0; nil where there is no such round.
  func passage(round: Int) -> Passage? {
    if let whole, round >= whole { return round == whole ? tail : nil }
    return changed[round] ?? body
  }

  /// What whole rounds amount to.
  func measure(ofRounds rounds: Range<Int>) -> Measure { body.measure(ofRounds: rounds, changed: changed) }

  /// The last round, counted from 0; nil for an endless repeat.
  var lastRound: Int? { whole.map { tail == nil ? $0 - 1 : $0 } }
}

/// Rounds of a passage, some of which may be others, by number from 0.
extension Passage {
  func measure(ofRounds rounds: Range<Int>, changed: [Int: Passage]) -> Measure {
    let others = changed.filter { rounds.contains($0.key) }.sorted { $0.key < $1.key }
    return others.reduce(measure * (rounds.count - others.count)) { $0 + $1.value.measure }
  }

  /// How many rounds `allowance` covers, at most so many, and what it then still allows.
  func rounds(
    within allowance: Allowance, changed: [Int: Passage], most: Int?
  ) -> (count: Int, left: Allowance) {
    var left = allowance
    var count = 0
    func addBodies(before end: Int) {
      let added = min(left.rounds(of: measure), end - count)
      left = left.less(measure * added)
      count += added
    }
    for (round, other) in changed.sorted(by: { $0.key < $1.key }) where round < most ?? .max {
      addBodies(before: round)
      guard count == round, left.covers(other.measure) else { return (count, left) }
      left = left.less(other.measure)
      count += 1
    }
    addBodies(before: most ?? .max)
    return (count, left)
  }
}
