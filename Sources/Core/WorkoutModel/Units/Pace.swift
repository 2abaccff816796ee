import Text

/// Pace or speed as entered.
package enum Pace: Hashable, Sendable {
  /// Time for one mile or one kilometre: `11:30/mi`.
  case time(Duration, per: DistanceUnit)
  /// Speed as a treadmill shows it: `6.02mph`.
  case speed(Double, SpeedUnit)

  /// Unit of speed; the raw value is its spelling in the plan notation.
  package enum SpeedUnit: String, CaseIterable, Sendable {
    case milesPerHour = "mph"
    case kilometresPerHour = "kph"
    case metresPerSecond = "m/s"
  }

  package var metresPerSecond: Double {
    switch self {
    case .time(let time, let unit): unit.metres / time.inSeconds
    case .speed(let value, .metresPerSecond): value
    case .speed(let value, .milesPerHour): value * DistanceUnit.miles.metres / 3600
    case .speed(let value, .kilometresPerHour): value * DistanceUnit.kilometres.metres / 3600
    }
  }

  /// The unit in which to show the pace; nil for metres per second.
  package var unit: PaceUnit? {
    switch self {
    case .time(_, per: .miles): .minutesPerMile
    case .time(_, per: .kilometres): .minutesPerKilometre
    case .speed(_, .milesPerHour): .milesPerHour
    case .speed(_, .kilometresPerHour): .kilometresPerHour
    case .speed(_, .metresPerSecond): nil
    }
  }
}

extension Pace {
  /// Valid range of a speed that is entered in metres per second: from 59:59/km to 1:00/mi.
  package static let limits = DistanceUnit.kilometres.metres / 3599...DistanceUnit.miles.metres / 60

  /// Speeds of runners and walkers, in metres per second: from 30:00/km to the world record over 100 m (9.58 s).
  package static let onFoot = 1000.0 / 1800...100 / 9.58

  /// Whether the pace is 1:00 to 59:59 per mile or per kilometre, depending on its unit of distance.
  ///
  /// A pace in metres per second is valid if it is in this range for a mile or for a kilometre.
  package var isWithinLimits: Bool {
    switch self {
    case .time(let time, _): return (.seconds(60) ... .seconds(3599)).contains(time)
    case .speed(_, .milesPerHour): return isWithinLimits(per: .miles)
    case .speed(_, .kilometresPerHour): return isWithinLimits(per: .kilometres)
    case .speed(_, .metresPerSecond): return Self.limits.contains(metresPerSecond)
    }
  }

  private func isWithinLimits(per unit: DistanceUnit) -> Bool {
    (unit.metres / 3599...unit.metres / 60).contains(metresPerSecond)
  }
}

/// Unit in which paces are shown; the raw value is the value of the setting `pace-units`.
package enum PaceUnit: String, CaseIterable, Sendable {
  case minutesPerMile = "min/mi"
  case minutesPerKilometre = "min/km"
  case milesPerHour = "mph"
  case kilometresPerHour = "kph"

  /// The default unit of paces when distances are shown in `unit`.
  package init(goingWith unit: DistanceUnit) {
    switch unit {
    case .miles: self = .minutesPerMile
    case .kilometres: self = .minutesPerKilometre
    }
  }

  /// The unit of distance that this unit is based on.
  package var distance: DistanceUnit {
    switch self {
    case .minutesPerMile, .milesPerHour: .miles
    case .minutesPerKilometre, .kilometresPerHour: .kilometres
    }
  }

  /// The unit of speed for this unit of pace, or the unit of pace for this unit of speed.
  ///
  /// Both units are based on the same unit of distance.
  package var counterpart: PaceUnit {
    switch self {
    case .minutesPerMile: .milesPerHour
    case .minutesPerKilometre: .kilometresPerHour
    case .milesPerHour: .minutesPerMile
    case .kilometresPerHour: .minutesPerKilometre
    }
  }
}

extension PaceUnit {
  /// A pace in this unit: `11:30/mi` to the nearest second, or `6.02 mph` with two decimals, rounded half up.
  package func text(metresPerSecond: Double) -> String {
    let figure = figure(metresPerSecond: metresPerSecond)
    return switch self {
    case .minutesPerMile, .minutesPerKilometre: "\(figure)/\(distance.rawValue)"
    case .milesPerHour, .kilometresPerHour: "\(figure) \(rawValue)"
    }
  }

  /// A pace in this unit as a number, for tables with the unit in the heading: `11:30`, `6.02`.
  package func figure(metresPerSecond: Double) -> String {
    switch self {
    case .minutesPerMile, .minutesPerKilometre: Duration.seconds(distance.metres / metresPerSecond).clockText()
    case .milesPerHour, .kilometresPerHour: decimalText(metresPerSecond * 3600 / distance.metres, decimals: 2)
    }
  }

  /// A speed as set on a treadmill: miles or kilometres per hour with one decimal, rounded half up, as in `5.2 mph`.
  package func dialText(metresPerSecond: Double) -> String {
    let speed = decimalText(metresPerSecond * 3600 / distance.metres, decimals: 1)
    return "\(speed) \(distance == .miles ? PaceUnit.milesPerHour.rawValue : PaceUnit.kilometresPerHour.rawValue)"
  }

  /// A speed as set on a treadmill, in spoken words: `five point two miles an hour`.
  package func spokenDial(metresPerSecond: Double) -> String {
    let tenths = Int((metresPerSecond * 36_000 / distance.metres + 0.5).rounded(.down))
    return "\(distance.spoken(Double(tenths) / 10)) an hour"
  }
}

extension PaceUnit {
  /// Returns a measured speed for display; nil below 0.3 m/s, because a runner who stands still has no pace.
  package static func shownMeasurement(metresPerSecond: Double) -> Double? {
    metresPerSecond >= 0.3 ? metresPerSecond : nil
  }
}
