/// A pace as it was entered; its worth is `metresPerSecond`.
package enum Pace: Hashable, Sendable {
  /// The time that one mile or one kilometre takes: `11:30/mi`.
  case time(Duration, per: DistanceUnit)
  /// The speed, as a treadmill shows it: `6.02mph`.
  case speed(Double, SpeedUnit)

  /// A unit of speed, spelled as in the plan notation.
  package enum SpeedUnit: String, CaseIterable, Sendable {
    case milesPerHour = "mph"
    case kilometresPerHour = "kph"
    case metresPerSecond = "m/s"
  }

  /// The canonical value.
  package var metresPerSecond: Double {
    switch self {
    case .time(let time, let unit): unit.metres / time.inSeconds
    case .speed(let value, .metresPerSecond): value
    case .speed(let value, .milesPerHour): value * DistanceUnit.miles.metres / 3600
    case .speed(let value, .kilometresPerHour): value * DistanceUnit.kilometres.metres / 3600
    }
  }
}

extension Pace {
  /// Whether it takes from 1:00 to 59:59 for a mile or a kilometre, whichever its unit goes by; either will do for m/s.
  package var isWithinLimits: Bool {
    switch self {
    case .time(let time, _): return (.seconds(60) ... .seconds(3599)).contains(time)
    case .speed(_, .milesPerHour): return isWithinLimits(per: .miles)
    case .speed(_, .kilometresPerHour): return isWithinLimits(per: .kilometres)
    case .speed(_, .metresPerSecond): return Self.limits.contains(metresPerSecond)
    }
  }

  /// The metres a second that a pace of no unit in particular may have: from 59:59/km to 1:00/mi.
  package static let limits = DistanceUnit.kilometres.metres / 3599...DistanceUnit.miles.metres / 60

  private func isWithinLimits(per unit: DistanceUnit) -> Bool {
    (unit.metres / 3599...unit.metres / 60).contains(metresPerSecond)
  }
}
