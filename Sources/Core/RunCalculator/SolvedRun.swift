package import WorkoutModel

/// Time, distance and pace of a run: two of them are given, and the third is locked to them.
///
/// Distance is pace times time; given values are above zero. For example, 5 mi in 1:00:00 is a pace of 12:00/mi.
package enum SolvedRun: Equatable, Sendable {
  case time(metres: Double, metresPerSecond: Double)
  case distance(time: Duration, metresPerSecond: Double)
  case pace(metres: Double, time: Duration)

  package enum Quantity: String, CaseIterable, Sendable {
    case time
    case distance
    case pace
  }

  /// The quantity that is calculated from the other two.
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

  /// The same run with another quantity locked.
  package func locking(_ quantity: Quantity) -> SolvedRun {
    switch quantity {
    case .time: .time(metres: metres, metresPerSecond: metresPerSecond)
    case .distance: .distance(time: time, metresPerSecond: metresPerSecond)
    case .pace: .pace(metres: metres, time: time)
    }
  }

  /// The run with a new value for a given quantity; nil for the locked quantity, which cannot be changed itself.
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

  /// A value for one of the quantities.
  package enum Value: Equatable, Sendable {
    case time(Duration)
    case metres(Double)
    case metresPerSecond(Double)
  }
}

/// Check of a run whose time, distance and pace are all given, against the values calculated from the other two.
package struct RunCheck: Equatable, Sendable {
  package let time: Duration
  package let metres: Double
  package let metresPerSecond: Double

  /// Requires values above zero.
  package init(time: Duration, metres: Double, metresPerSecond: Double) {
    self.time = time
    self.metres = metres
    self.metresPerSecond = metresPerSecond
  }

  /// The time calculated from distance and pace.
  package var workedOutTime: Duration {
    SolvedRun.time(metres: metres, metresPerSecond: metresPerSecond).time
  }

  /// The metres calculated from time and pace.
  package var workedOutMetres: Double {
    SolvedRun.distance(time: time, metresPerSecond: metresPerSecond).metres
  }

  /// The metres per second calculated from distance and time.
  package var workedOutMetresPerSecond: Double { SolvedRun.pace(metres: metres, time: time).metresPerSecond }

  /// Whether at least one value equals the calculated one as shown in `units`.
  ///
  /// Rounded values need not fulfil more: 26.2 mi in 5:45:00 is a pace of 13:10/mi, but 26.2 mi at 13:10/mi take 2 s
  /// less.
  package func isConsistent(in units: DisplayUnits) -> Bool {
    workedOutTime.clockText() == time.clockText()
      || units.distance.text(metres: workedOutMetres) == units.distance.text(metres: metres)
      || units.pace.text(metresPerSecond: workedOutMetresPerSecond) == units.pace.text(metresPerSecond: metresPerSecond)
  }
}
