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
}

extension PaceUnit {
  /// A pace in this unit: `11:30/mi` to the nearest second, or `6.02 mph` with two decimals, halves up.
  package func text(metresPerSecond: Double) -> String {
    switch self {
    case .minutesPerMile: clock(metresPerSecond, per: .miles)
    case .minutesPerKilometre: clock(metresPerSecond, per: .kilometres)
    case .milesPerHour: speed(metresPerSecond, of: .miles)
    case .kilometresPerHour: speed(metresPerSecond, of: .kilometres)
    }
  }

  private func clock(_ metresPerSecond: Double, per unit: DistanceUnit) -> String {
    "\(Duration.seconds(unit.metres / metresPerSecond).clockText())/\(unit.rawValue)"
  }

  private func speed(_ metresPerSecond: Double, of unit: DistanceUnit) -> String {
    "\(decimalText(metresPerSecond * 3600 / unit.metres, decimals: 2)) \(rawValue)"
  }
}
