/// What an `until` still allows on the way to its goal.
///
/// Used only on passages in which it is known: the timeline refuses an `until` over anything open, endless or, for a
/// distance, without a pace.
enum Allowance: Equatable, Sendable {
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
