import Text

/// A unit that paces are shown in, spelled as in the setting `pace-units`.
package enum PaceUnit: String, CaseIterable, Sendable {
  case minutesPerMile = "min/mi"
  case minutesPerKilometre = "min/km"
  case milesPerHour = "mph"
  case kilometresPerHour = "kph"

  /// The unit that goes with distances in `unit`, where nothing else is set.
  package init(goingWith unit: DistanceUnit) {
    switch unit {
    case .miles: self = .minutesPerMile
    case .kilometres: self = .minutesPerKilometre
    }
  }

  /// The unit of distance in it.
  package var distance: DistanceUnit {
    switch self {
    case .minutesPerMile, .milesPerHour: .miles
    case .minutesPerKilometre, .kilometresPerHour: .kilometres
    }
  }
}

extension PaceUnit {
  /// The unit of speed for one of pace, and the other way round, in the same miles or kilometres.
  package var counterpart: PaceUnit {
    switch self {
    case .minutesPerMile: .milesPerHour
    case .minutesPerKilometre: .kilometresPerHour
    case .milesPerHour: .minutesPerMile
    case .kilometresPerHour: .minutesPerKilometre
    }
  }

  /// A pace in this unit: `11:30/mi` to the nearest second, or `6.02 mph` with two decimals, halves up.
  package func text(metresPerSecond: Double) -> String {
    let figure = figure(metresPerSecond: metresPerSecond)
    return switch self {
    case .minutesPerMile, .minutesPerKilometre: "\(figure)/\(distance.rawValue)"
    case .milesPerHour, .kilometresPerHour: "\(figure) \(rawValue)"
    }
  }

  /// The same without its unit, where that is in a title: `11:30`, `6.02`.
  package func figure(metresPerSecond: Double) -> String {
    switch self {
    case .minutesPerMile, .minutesPerKilometre: Duration.seconds(distance.metres / metresPerSecond).clockText()
    case .milesPerHour, .kilometresPerHour: decimalText(metresPerSecond * 3600 / distance.metres, decimals: 2)
    }
  }
}
