import WorkoutModel

/// An interval of a plan that was written out in full, as someone with paper and a stopwatch would do it: the oracle
/// for timelines.
struct Lap {
  let kind: Kind
  let seconds: Double
  let metres: Double?
  var rounds: [Round] = []

  /// All laps of `steps`, in which nothing is open or endless.
  static func all(of steps: [Step]) -> [Lap] {
    steps.flatMap { step in
      switch step {
      case .interval(let interval): [Lap(interval)]
      case .repeat(let `repeat`): all(of: `repeat`)
      }
    }
  }

  private static func all(of repeat: Repeat) -> [Lap] {
    let body = all(of: `repeat`.body)
    switch `repeat`.extent {
    case .count(let count):
      return (1...count).flatMap { number in body.map { $0.inside(Round(number: number, of: count)) } }
    case .untilTime(let time): return laps(of: body, until: time.inSeconds) { $0.seconds }
    case .untilDistance(let distance): return laps(of: body, until: distance.metres) { $0.metres ?? .nan }
    case .forever: preconditionFailure("a plan without an end cannot be written out")
    }
  }

  /// Goes through `body` again and again until `goal` is reached, and no further.
  private static func laps(of body: [Lap], until goal: Double, counting amount: (Lap) -> Double) -> [Lap] {
    var laps: [(round: Int, lap: Lap)] = []
    var left = goal
    var round = 0
    while left > 0 {
      round += 1
      for lap in body {
        let share = min(1, max(0, left) / amount(lap))
        left -= amount(lap)
        if lap.seconds * share >= 0.001 { laps.append((round, lap.cut(to: share))) }
      }
    }
    let rounds = laps.last?.round
    return laps.map { $0.lap.inside(Round(number: $0.round, of: rounds)) }
  }

  private init(_ interval: Interval) {
    let speed = interval.pace?.metresPerSecond
    kind = interval.kind
    switch interval.goal {
    case .time(let time): (seconds, metres) = (time.inSeconds, speed.map { $0 * time.inSeconds })
    case .distance(let distance): (seconds, metres) = (distance.metres / (speed ?? .nan), distance.metres)
    case .open: preconditionFailure("nobody knows how long an open interval takes")
    }
  }

  private init(_ kind: Kind, seconds: Double, metres: Double?, rounds: [Round]) {
    self.kind = kind
    self.seconds = seconds
    self.metres = metres
    self.rounds = rounds
  }

  private func cut(to share: Double) -> Lap {
    Lap(kind, seconds: seconds * share, metres: metres.map { $0 * share }, rounds: rounds)
  }

  private func inside(_ round: Round) -> Lap {
    Lap(kind, seconds: seconds, metres: metres, rounds: [round] + rounds)
  }
}
