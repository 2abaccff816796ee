package import WorkoutModel

/// Time, distance and pace of a run, of which two are given and the third is calculated.
///
/// The distance is the speed times the time. Given values are above zero. For example, 5 mi in 1:00:00 is a pace of
/// 12:00/mi.
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
  package var calculated: Quantity {
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
}

/// Check of a run whose time, distance and pace are all given.
///
/// Each of the three values is compared with the value that is calculated from the other two.
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
  package var calculatedTime: Duration {
    SolvedRun.time(metres: metres, metresPerSecond: metresPerSecond).time
  }

  /// The metres calculated from time and pace.
  package var calculatedMetres: Double {
    SolvedRun.distance(time: time, metresPerSecond: metresPerSecond).metres
  }

  /// The metres per second calculated from distance and time.
  package var calculatedMetresPerSecond: Double { SolvedRun.pace(metres: metres, time: time).metresPerSecond }

  /// Whether at least one given value equals the calculated value when both are shown in `units`.
  ///
  /// One equal value is enough, because the given values are rounded. For example, 26.2 mi in 5:45:00 is a pace of
  /// 13:10/mi, but 26.2 mi at 13:10/mi take 2 s less.
  package func isConsistent(in units: DisplayUnits) -> Bool {
    calculatedTime.clockText() == time.clockText()
      || units.distance.text(metres: calculatedMetres) == units.distance.text(metres: metres)
      || units.pace.text(metresPerSecond: calculatedMetresPerSecond)
        == units.pace.text(metresPerSecond: metresPerSecond)
  }
}
