/// Part of a timeline: nodes that follow one another, with running totals.
///
/// A repeat is one node for any number of rounds.
struct Segment: Equatable, Sendable {
  let nodes: [Node]
  /// Totals of the nodes before each node; the last element contains the totals of all nodes.
  let before: [Totals]
  /// Totals of the nodes after each node; they may be known even if the totals before the node are unknown.
  let after: [Totals]
  /// Number of levels of repeats within the segment.
  let repeatLevels: Int

  var totals: Totals { before[nodes.count] }
  var isEmpty: Bool { nodes.isEmpty }

  init(_ nodes: [Node]) {
    self.nodes = nodes
    before = Self.totals(before: nodes)
    after = Self.totals(after: nodes)
    repeatLevels = Self.repeatLevels(in: nodes)
  }

  /// Makes a segment of the first `count` nodes of `whole`, followed by `last` if `last` is not nil.
  ///
  /// The running totals of `whole` are reused.
  init(_ whole: Segment, first count: Int, and last: Node?) {
    var nodes: [Node] = []
    nodes.reserveCapacity(count + 1)
    nodes += whole.nodes[..<count]
    var before: [Totals] = []
    before.reserveCapacity(count + 2)
    before += whole.before[...count]
    if let last {
      nodes.append(last)
      before.append(before[count] + last.totals)
    }
    self.nodes = nodes
    self.before = before
    after = Self.totals(after: nodes)
    repeatLevels = Self.repeatLevels(in: nodes)
  }

  private static func repeatLevels(in nodes: [Node]) -> Int {
    nodes.reduce(0) { levels, node in
      if case .repeat(let repeatNode) = node { max(levels, 1 + repeatNode.body.repeatLevels) } else { levels }
    }
  }

  private static func totals(after nodes: [Node]) -> [Totals] {
    var totals = Array(repeating: Totals.zero, count: max(nodes.count, 1))
    for index in nodes.indices.dropLast().reversed() {
      totals[index] = totals[index + 1] + nodes[index + 1].totals
    }
    return totals
  }

  private static func totals(before nodes: [Node]) -> [Totals] {
    var totals = Array(repeating: Totals.zero, count: nodes.count + 1)
    for index in nodes.indices { totals[index + 1] = totals[index] + nodes[index].totals }
    return totals
  }
}

indirect enum Node: Equatable, Sendable {
  case interval(ScheduledInterval)
  case `repeat`(RepeatNode)

  var totals: Totals {
    switch self {
    case .interval(let interval): interval.totals
    case .repeat(let repeatNode): repeatNode.totals
    }
  }
}

/// A repeat as scheduled: whole rounds and possibly a partial last round.
struct RepeatNode: Equatable, Sendable {
  /// Content of a round.
  let body: Segment
  /// Number of whole rounds; nil for an endless repeat.
  let wholeRounds: Int?
  /// The partial last round, which is never empty; nil if all rounds are whole.
  let partialRound: Segment?
  /// Number of rounds to show, including a partial last round and rounds that an outer repeat cuts off; nil for an
  /// endless repeat.
  let roundCount: Int?
  /// The planned time or distance at which the repeat ends; nil for a counted or endless repeat.
  let goal: Budget?
  /// The whole round that a `Timeline.Checkpoint` changes; nil if all whole rounds are as planned.
  let current: CurrentRound?
  let totals: Totals

  /// A round whose content is not the body of the repeat, because a command changed what is done in the round.
  struct CurrentRound: Equatable, Sendable {
    /// Index of the round, from 0.
    let index: Int
    let content: Segment
  }

  init(
    body: Segment, wholeRounds: Int?, partialRound: Segment?, roundCount: Int?, goal: Budget? = nil,
    current: CurrentRound? = nil
  ) {
    self.body = body
    self.wholeRounds = wholeRounds
    self.partialRound = partialRound?.isEmpty == true ? nil : partialRound
    self.roundCount = roundCount
    self.goal = goal
    let current = current.flatMap { $0.index < wholeRounds ?? .max ? $0 : nil }
    self.current = current
    totals =
      wholeRounds.map {
        Self.totals(ofRounds: 0..<$0, body, current) + (partialRound?.totals ?? .zero)
      } ?? .unknown
  }

  /// Makes a repeat that ends when its goal is reached, in the middle of an interval if necessary.
  init(body: Segment, until goal: Budget) {
    let (count, partial) = body.rounds(until: goal)
    self.init(
      body: body, wholeRounds: count, partialRound: partial, roundCount: partial.isEmpty ? count : count + 1,
      goal: goal)
  }

  /// Whether the plan specifies the number of rounds.
  var isCounted: Bool { wholeRounds != nil && goal == nil }

  /// The content of the round with an index, from 0; nil after the last round.
  func segment(round: Int) -> Segment? {
    if let wholeRounds, round >= wholeRounds { return round == wholeRounds ? partialRound : nil }
    return current.flatMap { $0.index == round ? $0.content : nil } ?? body
  }

  func totals(ofRounds rounds: Range<Int>) -> Totals { Self.totals(ofRounds: rounds, body, current) }

  private static func totals(ofRounds rounds: Range<Int>, _ body: Segment, _ current: CurrentRound?) -> Totals {
    guard let current, rounds.contains(current.index) else { return body.totals * rounds.count }
    return body.totals * (rounds.count - 1) + current.content.totals
  }

  /// Index of the last round, from 0; nil for an endless repeat.
  var lastRound: Int? { wholeRounds.map { partialRound == nil ? $0 - 1 : $0 } }
}
