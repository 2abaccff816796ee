/// The units that somebody asked for, or that values were entered in; nil where there is no telling.
package struct UnitPreference: Equatable, Sendable {
  package var distance: DistanceUnit?
  package var pace: PaceUnit?

  package init(distance: DistanceUnit? = nil, pace: PaceUnit? = nil) {
    self.distance = distance
    self.pace = pace
  }

  /// The units of the first distance and of the first pace that have one.
  package init(distances: [Distance], paces: [Pace]) {
    distance = distances.lazy.compactMap(\.unit).first
    pace = paces.lazy.compactMap(\.unit).first
  }
}

extension Distance {
  /// The unit to show it in as it was entered: kilometres for metres, and none for a race by its name.
  package var unit: DistanceUnit? {
    switch self {
    case .kilometres, .metres: .kilometres
    case .miles: .miles
    case .halfMarathon, .marathon: nil
    }
  }
}

extension Pace {
  /// The unit to show it in as it was entered; none for metres a second.
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
