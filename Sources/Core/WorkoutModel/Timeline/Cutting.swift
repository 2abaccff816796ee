extension Segment {
  /// The first part of the segment, up to the end of a budget.
  ///
  /// The nodes before `first` are always part of the result. The budget begins with the node at `first`. The cut
  /// changes only the nodes around the end of the budget. The required time is proportional to the number of nodes in
  /// the segments around the end of the budget.
  ///
  /// - Returns: the part, and the rest of the budget; the rest is nil if the budget ends first.
  func cut(to budget: Budget, from first: Int = 0) -> (segment: Segment, left: Budget?) {
    var (left, next) = (budget, first)
    if case .time(let time) = budget, let begin = before[first].duration {
      // Durations are exact, so all nodes that the budget covers can be subtracted at once.
      next = max(first, firstIndex { $0.duration.map { $0 > begin + time } ?? true })
      left = budget.minus(before[next] - before[first])
    }
    for index in next..<nodes.count {
      let node = nodes[index]
      guard !left.isExhausted else { return (Segment(self, first: index, and: nil), nil) }
      guard left.covers(node.totals), !left.ends(before: node) else {
        return (Segment(self, first: index, and: node.cut(to: left)), nil)
      }
      left = left.minus(node.totals)
    }
    return (self, left)
  }

  /// Divides a budget into rounds; the content of each round is this segment.
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
}

extension Segment {
  /// The first part of the segment, up to the end of a budget.
  ///
  /// The budget begins after the interval at `frames`.
  ///
  /// - Returns: the part, and the rest of the budget; the rest is nil if the budget ends first.
  func cut(to budget: Budget, after frames: ArraySlice<Position.Frame>) -> (segment: Segment, left: Budget?) {
    guard let frame = frames.first, nodes.indices.contains(frame.index) else { return (self, budget) }
    guard case .repeat(let repeatNode) = nodes[frame.index] else { return cut(to: budget, from: frame.index + 1) }
    let (cut, left) = repeatNode.cut(to: budget, after: frames)
    guard let left else { return (Segment(self, first: frame.index, and: .repeat(cut)), nil) }
    return self.cut(to: left, from: frame.index + 1)
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
  /// Whether a distance goal is reached before the intervals without distance at the end of a node.
  fileprivate func ends(before node: Node) -> Bool { ends(in: node.totals, before: node) }

  /// Whether a part with these totals reaches a distance goal before the intervals without distance at its end.
  ///
  /// `last` is the last node of the part.
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
  /// - Returns: the part, and the rest of the budget; the rest is nil if the budget ends first.
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

  func cut(
    to budget: Budget, after frames: ArraySlice<Position.Frame>
  ) -> (repeatNode: RepeatNode, left: Budget?) {
    guard let round = frames.first?.round, let content = segment(round: round) else { return (self, budget) }
    let (cut, left) = content.cut(to: budget, after: frames.dropFirst())
    guard let left else { return (ending(after: round, with: cut), nil) }
    return self.cut(to: left, from: round + 1)
  }
}
