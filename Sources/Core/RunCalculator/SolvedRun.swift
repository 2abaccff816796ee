import WorkoutModel

/// Time, distance and pace of a run: two that are given, and the third, which is locked to them.
///
/// Distance is pace times time. What is given lies above zero, so that nothing is divided by it: 5 mi in 1:00:00 is
/// 12:00/mi, and 5 mi at 12:00/mi take 1:00:00 again.
package enum SolvedRun: Equatable, Sendable {
  case time(metres: Double, metresPerSecond: Double)
  case distance(time: Duration, metresPerSecond: Double)
  case pace(metres: Double, time: Duration)

  package enum Quantity: String, CaseIterable, Sendable {
    case time
    case distance
    case pace
  }

  /// The one that is worked out.
  package var locked: Quantity {
    switch self {
    case .time: .time
    case .distance: .distance
    case .pace: .pace
    }
  }

  package var time: Duration {
    switch self {
    case .time(let metres, let metresPerSecond): .seconds(metres / metresPerSecond)
    case .distance(let time, _), .pace(_, let time): time
    }
  }

  package var metres: Double {
    switch self {
    case .distance(let time, let metresPerSecond): metresPerSecond * time.inSeconds
    case .time(let metres, _), .pace(let metres, _): metres
    }
  }

  package var metresPerSecond: Double {
    switch self {
    case .pace(let metres, let time): metres / time.inSeconds
    case .time(_, let metresPerSecond), .distance(_, let metresPerSecond): metresPerSecond
    }
  }

  /// The same run with another of the three locked.
  package func locking(_ quantity: Quantity) -> SolvedRun {
    switch quantity {
    case .time: .time(metres: metres, metresPerSecond: metresPerSecond)
    case .distance: .distance(time: time, metresPerSecond: metresPerSecond)
    case .pace: .pace(metres: metres, time: time)
    }
  }

  /// The run with one of its given quantities changed, to which the locked one gives way; nil for the locked one, which
  /// cannot be changed itself.
  package func changing(_ value: Value) -> SolvedRun? {
    switch (self, value) {
    case (.time(_, let metresPerSecond), .metres(let metres)): .time(metres: metres, metresPerSecond: metresPerSecond)
    case (.time(let metres, _), .metresPerSecond(let speed)): .time(metres: metres, metresPerSecond: speed)
    case (.distance(_, let metresPerSecond), .time(let time)): .distance(time: time, metresPerSecond: metresPerSecond)
    case (.distance(let time, _), .metresPerSecond(let speed)): .distance(time: time, metresPerSecond: speed)
    case (.pace(_, let time), .metres(let metres)): .pace(metres: metres, time: time)
    case (.pace(let metres, _), .time(let time)): .pace(metres: metres, time: time)
    case (.time, .time), (.distance, .metres), (.pace, .metresPerSecond): nil
    }
  }

  /// One of the three.
  package enum Value: Equatable, Sendable {
    case time(Duration)
    case metres(Double)
    case metresPerSecond(Double)
  }
}
