/// Time or distance left until the goal of a repeat.
///
/// In a repeat with a goal, the duration of every interval is known. If the goal is a distance, the distance of every
/// interval is also known. `Timeline` therefore rejects open intervals and endless repeats in a repeat with a goal. If
/// the goal is a distance, `Timeline` also rejects intervals without a pace.
enum Budget: Equatable, Sendable {
  case time(Duration)
  case metres(Double)

  /// The number of whole rounds that fit in the budget if each round has these totals.
  func rounds(of totals: Totals) -> Int {
    switch self {
    case .time(let time): Int(time.attoseconds / totals.known(\.duration).attoseconds)
    // When the goal is reached, rounding may make `metres` slightly negative.
    case .metres(let metres): Int(max(0, metres / totals.known(\.metres)).rounded(.down))
    }
  }

  func covers(_ totals: Totals) -> Bool {
    switch self {
    case .time(let time): totals.known(\.duration) <= time
    case .metres(let metres): totals.known(\.metres) <= metres
    }
  }

  func minus(_ totals: Totals) -> Budget {
    switch self {
    case .time(let time): .time(time - totals.known(\.duration))
    case .metres(let metres): .metres(metres - totals.known(\.metres))
    }
  }

  /// The first part of an interval, up to the end of the budget; nil if the part is shorter than `PlanLimits.minPiece`.
  func cut(_ interval: ScheduledInterval) -> ScheduledInterval? {
    let (duration, metres) =
      switch self {
      case .time(let time): (time, interval.interval.pace.map { $0.metresPerSecond * time.inSeconds })
      case .metres(let metres):
        (interval.totals.known(\.duration) * (metres / interval.totals.known(\.metres)), metres)
      }
    guard duration >= PlanLimits.minPiece else { return nil }
    return ScheduledInterval(interval, cutTo: duration, metres: metres)
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
  /// The cut changes only the nodes around the end of the budget. The required time is proportional to the number of
  /// nodes in the segments around the end of the budget.
  func cut(to budget: Budget) -> Segment {
    var left = budget
    for (index, node) in nodes.enumerated() {
      let totals = node.totals
      guard left.covers(totals) else { return Segment(self, first: index, and: node.cut(to: left)) }
      left = left.minus(totals)
    }
    return self
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
    case .interval(let interval): budget.cut(interval).map(Node.interval)
    case .repeat(let repeatNode): repeatNode.cut(to: budget).map(Node.repeat)
    }
  }
}

extension RepeatNode {
  /// The first part of the repeat, up to the end of a budget; nil if this part does not contain an interval.
  fileprivate func cut(to budget: Budget) -> RepeatNode? {
    let (count, left) = body.rounds(within: budget, changed: changedRounds, limit: wholeRounds)
    let cut = RepeatNode(
      body: body, wholeRounds: count, partialRound: segment(round: count)?.cut(to: left), roundCount: roundCount,
      goal: goal, changedRounds: changedRounds)
    return cut.totals.intervals == 0 ? nil : cut
  }

  fileprivate func withoutLast(_ kind: Kind) -> RepeatNode {
    guard isCounted, let wholeRounds, wholeRounds > 0, partialRound == nil else { return self }
    let shorter = body.withoutLast(kind)
    guard shorter != body else { return self }
    return RepeatNode(body: body, wholeRounds: wholeRounds - 1, partialRound: shorter, roundCount: roundCount)
  }
}
