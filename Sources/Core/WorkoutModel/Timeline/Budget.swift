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
