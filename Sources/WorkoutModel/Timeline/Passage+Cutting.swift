/// What an `until` still allows on the way to its goal.
///
/// Used only on passages in which it is known: the timeline refuses an `until` over anything open, endless or, for a
/// distance, without a pace.
enum Allowance {
  case time(Duration)
  case metres(Double)

  /// The rounds of `measure` that fit in whole.
  func rounds(of measure: Measure) -> Int {
    switch self {
    case .time(let time): Int(time.attoseconds / measure.known(\.duration).attoseconds)
    // What a division leaves of a goal that has been reached may lie below zero by a rounding error.
    case .metres(let metres): Int(max(0, metres / measure.known(\.metres)).rounded(.down))
    }
  }

  func covers(_ measure: Measure) -> Bool {
    switch self {
    case .time(let time): measure.known(\.duration) <= time
    case .metres(let metres): measure.known(\.metres) <= metres
    }
  }

  func less(_ measure: Measure) -> Allowance {
    switch self {
    case .time(let time): .time(time - measure.known(\.duration))
    case .metres(let metres): .metres(metres - measure.known(\.metres))
    }
  }

  /// The beginning of an interval, up to the exact crossing; nil where it is too short to keep.
  func piece(of interval: ScheduledInterval) -> ScheduledInterval? {
    let (duration, metres) =
      switch self {
      case .time(let time): (time, interval.interval.pace.map { $0.metresPerSecond * time.inSeconds })
      case .metres(let metres):
        (interval.measure.known(\.duration) * (metres / interval.measure.known(\.metres)), metres)
      }
    guard duration >= PlanLimits.shortestPiece else { return nil }
    return ScheduledInterval(interval, cutTo: duration, metres: metres)
  }
}

extension Measure {
  fileprivate func known<Value>(_ part: KeyPath<Measure, Value?>) -> Value {
    guard let value = self[keyPath: part] else { preconditionFailure("\(part) of \(self) is unknown in an until") }
    return value
  }
}

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
    let kept = min(allowance.rounds(of: body.measure), whole ?? .max)
    let rest = passage(round: kept)?.cut(to: allowance.less(body.measure * kept))
    let cut = Cycle(body: body, whole: kept, tail: rest, rounds: rounds, isCounted: isCounted)
    return cut.measure.intervals == 0 ? nil : cut
  }

  fileprivate func withoutLast(_ kind: Kind) -> Cycle {
    guard isCounted, let whole, whole > 0, tail == nil else { return self }
    let shorter = body.withoutLast(kind)
    guard shorter != body else { return self }
    return Cycle(body: body, whole: whole - 1, tail: shorter, rounds: rounds, isCounted: true)
  }
}
