/// Time or distance left until the goal of a repeat.
///
/// In a repeat with a goal, the duration of every interval is known. If the goal is a distance, the distance of every
/// interval is also known. `Timeline` therefore rejects open intervals and endless repeats in a repeat with a goal. If
/// the goal is a distance, `Timeline` also rejects intervals without a pace.
enum Budget: Equatable, Sendable {
  case time(Duration)
  case metres(Double)

  /// Tolerance for rounding errors of a distance, in metres.
  private static let tolerance = 1e-6

  /// Whether the goal is reached.
  var isExhausted: Bool {
    switch self {
    case .time(let time): time <= .zero
    case .metres(let metres): metres <= Self.tolerance
    }
  }

  /// The number of whole rounds that fit in the budget if each round has these totals.
  func rounds(of totals: Totals) -> Int {
    switch self {
    case .time(let time): return Int(time.attoseconds / totals.known(\.duration).attoseconds)
    case .metres(let metres):
      let round = totals.known(\.metres)
      return round > 0 ? Int((max(0, metres + Self.tolerance) / round).rounded(.down)) : .max
    }
  }

  func covers(_ totals: Totals) -> Bool {
    switch self {
    case .time(let time): totals.known(\.duration) <= time
    case .metres(let metres): totals.known(\.metres) <= metres + Self.tolerance
    }
  }

  func minus(_ totals: Totals) -> Budget {
    switch self {
    case .time(let time): .time(time - totals.known(\.duration))
    case .metres(let metres): .metres(metres - totals.known(\.metres))
    }
  }

  func minus(_ done: Timeline.Done) -> Budget {
    switch self {
    case .time(let time): .time(time - done.time)
    case .metres(let metres): .metres(metres - done.metres)
    }
  }

  /// The time after which the budget is used up at a speed in metres per second.
  ///
  /// Nil if the budget is a distance, and the runner does not move at this speed.
  func duration(at speed: Double?) -> Duration? {
    switch self {
    case .time(let time): max(time, .zero)
    case .metres(let metres):
      isExhausted ? .zero : speed.flatMap { $0 > 0 ? .seconds(metres / $0) : nil }
    }
  }

  /// The first part of an interval, up to the end of the budget; nil if the part is shorter than `PlanLimits.minPiece`.
  func cut(_ interval: ScheduledInterval) -> ScheduledInterval? {
    let (duration, metres) =
      switch self {
      case .time(let time): (time, interval.interval.metresPerSecond.map { $0 * time.inSeconds })
      case .metres(let metres):
        (interval.totals.known(\.duration) * (metres / interval.totals.known(\.metres)), metres)
      }
    guard duration >= PlanLimits.minPiece else { return nil }
    return interval.lasting(duration, metres: metres)
  }
}

extension Totals {
  fileprivate func known<Value>(_ part: KeyPath<Totals, Value?>) -> Value {
    guard let value = self[keyPath: part] else { preconditionFailure("\(part) of \(self) is unknown in an until") }
    return value
  }
}

// MARK: - Cutting

extension Segment {
  /// The first part of the segment, up to the end of a budget.
  ///
  /// The nodes before `first` are always part of the result. The budget begins with the node at `first`. The cut
  /// changes only the nodes around the end of the budget. The required time is proportional to the number of nodes in
  /// the segments around the end of the budget.
  ///
  /// - Returns: the part, and the budget that is left at its end; nil instead of the budget if the budget ends earlier.
  func cut(to budget: Budget, from first: Int = 0) -> (segment: Segment, left: Budget?) {
    var left = budget
    for (index, node) in nodes.enumerated().dropFirst(first) {
      guard !left.isExhausted else { return (Segment(self, first: index, and: nil), nil) }
      guard left.covers(node.totals), !left.ends(before: node) else {
        return (Segment(self, first: index, and: node.cut(to: left)), nil)
      }
      left = left.minus(node.totals)
    }
    return (self, left)
  }

  /// Divides a budget into rounds with this content.
  ///
  /// - Returns: the number of whole rounds, at most `limit`, and the part of the next round that is still in the budget.
  func rounds(until budget: Budget, limit: Int = .max) -> (count: Int, partial: Segment) {
    let (count, left) = rounds(within: budget, limit: limit)
    return (count, cut(to: left).segment)
  }

  /// Returns the number of whole rounds that fit in a budget, at most `limit`, and the part of the budget that is left.
  func rounds(within budget: Budget, limit: Int) -> (count: Int, left: Budget) {
    var count = min(budget.rounds(of: totals), limit)
    if count > 0, let last = nodes.last, budget.minus(totals * (count - 1)).ends(in: totals, before: last) {
      count -= 1
    }
    return (count, budget.minus(totals * count))
  }

  /// The segment without its last interval if that interval is of `kind` and all repeats around it are counted;
  /// otherwise the whole segment.
  func withoutLast(_ kind: Kind) -> Segment {
    guard let last = nodes.last else { return self }
    switch last {
    case .interval(let interval):
      return interval.kind == kind ? Segment(nodes.dropLast()) : self
    case .repeat(let repeatNode):
      let shorter = repeatNode.withoutLast(kind)
      return Segment(nodes.dropLast() + (shorter.totals.intervals == 0 ? [] : [.repeat(shorter)]))
    }
  }
}

extension Node {
  fileprivate func cut(to budget: Budget) -> Node? {
    switch self {
    case .interval(let interval):
      return budget.cut(interval).map(Node.interval)
    case .repeat(let repeatNode):
      let cut = repeatNode.cut(to: budget).repeatNode
      return cut.totals.intervals == 0 ? nil : .repeat(cut)
    }
  }

  /// Whether the last interval covers no distance, because the runner stands still.
  fileprivate var endsStill: Bool {
    switch self {
    case .interval(let interval): interval.metres == 0
    case .repeat(let repeatNode): (repeatNode.partialRound ?? repeatNode.body).nodes.last?.endsStill ?? false
    }
  }
}

extension Budget {
  /// Whether the goal is reached in a node, but before the intervals at the end of the node that cover no distance.
  fileprivate func ends(before node: Node) -> Bool { ends(in: node.totals, before: node) }

  /// Whether the goal is reached in a part with these totals, but before the intervals at the end of its last node that
  /// cover no distance.
  fileprivate func ends(in totals: Totals, before last: Node) -> Bool {
    guard case .metres = self, !isExhausted, last.endsStill else { return false }
    return minus(totals).isExhausted
  }
}

extension RepeatNode {
  /// The first part of the repeat, up to the end of a budget.
  ///
  /// The rounds before `first` are always part of the result. The budget begins with the round `first`, counted from 0.
  ///
  /// - Returns: the part, and the budget that is left at its end; nil instead of the budget if the budget ends earlier.
  func cut(to budget: Budget, from first: Int = 0) -> (repeatNode: RepeatNode, left: Budget?) {
    guard !budget.isExhausted else {
      return segment(round: first) == nil ? (self, budget) : (ending(after: first, with: Segment([])), nil)
    }
    let whole = wholeRounds ?? .max
    let (count, left) = body.rounds(within: budget, limit: max(0, whole - first))
    let (partial, rest) = (segment(round: first + count) ?? Segment([])).cut(to: left)
    if first + count >= whole, let rest { return (self, rest) }
    return (ending(after: first + count, with: partial), nil)
  }

  /// The repeat that ends with a partial round after a number of whole rounds.
  func ending(after whole: Int, with partial: Segment) -> RepeatNode {
    RepeatNode(
      body: body, wholeRounds: whole, partialRound: partial, roundCount: roundCount, goal: goal, current: current)
  }

  fileprivate func withoutLast(_ kind: Kind) -> RepeatNode {
    guard isCounted, let wholeRounds, wholeRounds > 0, partialRound == nil else { return self }
    let shorter = body.withoutLast(kind)
    guard shorter != body else { return self }
    return RepeatNode(body: body, wholeRounds: wholeRounds - 1, partialRound: shorter, roundCount: roundCount)
  }
}
