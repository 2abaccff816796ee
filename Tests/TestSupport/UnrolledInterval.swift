package import WorkoutModel

/// An interval of a plan whose repeats are unrolled step by step.
///
/// Tests of timelines compare a timeline with the unrolled intervals.
package struct UnrolledInterval {
  package let kind: Kind
  package let seconds: Double
  package let metres: Double?
  package var rounds: [Round] = []

  /// Returns all intervals of `steps`, which must not contain open intervals or endless repeats.
  package static func all(of steps: [Step]) -> [UnrolledInterval] {
    steps.flatMap { step in
      switch step {
      case .interval(let interval): [UnrolledInterval(interval)]
      case .repeat(let `repeat`): all(of: `repeat`)
      }
    }
  }

  private static func all(of repeat: Repeat) -> [UnrolledInterval] {
    let body = all(of: `repeat`.body)
    let inner = levels(of: `repeat`.body)
    switch `repeat`.extent {
    case .count(let count):
      return (1...count).flatMap { number in body.map { $0.inside(Round(number: number, of: count, inner: inner)) } }
    case .untilTime(let time): return intervals(of: body, inner, until: time.inSeconds) { $0.seconds }
    case .untilDistance(let distance): return intervals(of: body, inner, until: distance.metres) { $0.metres ?? .nan }
    case .forever: preconditionFailure("a plan without an end cannot be unrolled")
    }
  }

  /// Repeats `body` until `goal` is reached, and cuts the last interval at the goal.
  private static func intervals(
    of body: [UnrolledInterval], _ inner: Int, until goal: Double, counting amount: (UnrolledInterval) -> Double
  ) -> [UnrolledInterval] {
    var intervals: [(round: Int, interval: UnrolledInterval)] = []
    var remaining = goal
    var round = 0
    while remaining > 0 {
      round += 1
      for interval in body {
        let share = min(1, max(0, remaining) / amount(interval))
        remaining -= amount(interval)
        if interval.seconds * share >= 0.001 { intervals.append((round, interval.cut(to: share))) }
      }
    }
    let rounds = intervals.last?.round
    return intervals.map { $0.interval.inside(Round(number: $0.round, of: rounds, inner: inner)) }
  }

  /// The number of levels of repeats in the body of a repeat.
  private static func levels(of body: [Step]) -> Int {
    body.map { if case .repeat(let inner) = $0 { 1 + levels(of: inner.body) } else { 0 } }.max() ?? 0
  }

  private init(_ interval: Interval) {
    let speed = interval.pace?.metresPerSecond ?? (interval.kind == .rest ? 0 : nil)
    kind = interval.kind
    switch interval.goal {
    case .time(let time): (seconds, metres) = (time.inSeconds, speed.map { $0 * time.inSeconds })
    case .distance(let distance): (seconds, metres) = (distance.metres / (speed ?? .nan), distance.metres)
    case .open: preconditionFailure("an open interval has no duration")
    }
  }

  private init(_ kind: Kind, seconds: Double, metres: Double?, rounds: [Round]) {
    self.kind = kind
    self.seconds = seconds
    self.metres = metres
    self.rounds = rounds
  }

  private func cut(to share: Double) -> UnrolledInterval {
    UnrolledInterval(kind, seconds: seconds * share, metres: metres.map { $0 * share }, rounds: rounds)
  }

  private func inside(_ round: Round) -> UnrolledInterval {
    UnrolledInterval(kind, seconds: seconds, metres: metres, rounds: [round] + rounds)
  }
}
