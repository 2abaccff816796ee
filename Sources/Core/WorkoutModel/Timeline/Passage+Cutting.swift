extension Passage {
  /// The beginning of the passage, up to where `allowance` is used up.
  ///
  /// Only the nodes on the way to the crossing are made anew; the cost is that of the passage's own length at each
  /// level of nesting.
  func cut(to allowance: Allowance) -> Passage {
    var left = allowance
    for (index, node) in nodes.enumerated() {
      let measure = node.measure
      guard left.covers(measure) else { return Passage(self, first: index, and: node.cut(to: left)) }
      left = left.less(measure)
    }
    return self
  }

  /// The passage without its last interval, where that is of `kind` and stands directly in counted repeats.
  func withoutLast(_ kind: Kind) -> Passage {
    guard let last = nodes.last else { return self }
    switch last {
    case .interval(let interval):
      return interval.kind == kind ? Passage(nodes.dropLast()) : self
    case .cycle(let cycle):
      let shorter = cycle.withoutLast(kind)
      return Passage(nodes.dropLast() + (shorter.measure.intervals == 0 ? [] : [.cycle(shorter)]))
    }
  }
}

extension Node {
  fileprivate func cut(to allowance: Allowance) -> Node? {
    switch self {
    case .interval(let interval): allowance.piece(of: interval).map(Node.interval)
    case .cycle(let cycle): cycle.cut(to: allowance).map(Node.cycle)
    }
  }
}

extension Cycle {
  /// The rounds up to where `allowance` is used up; nil where not even a piece of one is left.
  fileprivate func cut(to allowance: Allowance) -> Cycle? {
    let (kept, left) = body.rounds(within: allowance, changed: changed, most: whole)
    let rest = passage(round: kept)?.cut(to: left)
    let cut = Cycle(body: body, whole: kept, tail: rest, rounds: rounds, goal: goal, changed: changed)
    return cut.measure.intervals == 0 ? nil : cut
  }

  fileprivate func withoutLast(_ kind: Kind) -> Cycle {
    guard isCounted, let whole, whole > 0, tail == nil else { return self }
    let shorter = body.withoutLast(kind)
    guard shorter != body else { return self }
    return Cycle(body: body, whole: whole - 1, tail: shorter, rounds: rounds)
  }
}
