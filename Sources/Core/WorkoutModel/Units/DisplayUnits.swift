/// Units in which a workout is shown.
package struct DisplayUnits: Hashable, Sendable {
  package var distance: DistanceUnit
  package var pace: PaceUnit

  package init(distance: DistanceUnit, pace: PaceUnit) {
    self.distance = distance
    self.pace = pace
  }
}

/// Units that the user requested, or in which the user entered values; nil if unknown.
package struct UnitPreference: Equatable, Sendable {
  package var distance: DistanceUnit?
  package var pace: PaceUnit?

  package init(distance: DistanceUnit? = nil, pace: PaceUnit? = nil) {
    self.distance = distance
    self.pace = pace
  }

  /// Takes the unit of the first distance that has a unit, and the unit of the first pace that has a unit.
  package init(distances: [Distance], paces: [Pace]) {
    distance = distances.lazy.compactMap(\.unit).first
    pace = paces.lazy.compactMap(\.unit).first
  }
}

extension Settings {
  /// The units in which values are shown.
  ///
  /// The unit of distance is the first known unit in this list: the requested unit, the unit of the entered distance,
  /// the unit in the settings, the unit of distance in the entered pace, the unit of the locale.
  ///
  /// The unit of pace is the first known unit in this list: the requested unit, the unit of the entered pace, the unit
  /// in the settings, the default for the unit of distance.
  package func units(
    asked: UnitPreference = UnitPreference(), entered: UnitPreference = UnitPreference(),
    inLocaleOf environment: [String: String]
  ) -> DisplayUnits {
    let distance =
      asked.distance ?? entered.distance ?? distanceUnits ?? entered.pace?.distance
      ?? DistanceUnit(localeOf: environment)
    return DisplayUnits(
      distance: distance, pace: asked.pace ?? entered.pace ?? paceUnits ?? PaceUnit(goingWith: distance))
  }
}

extension DistanceUnit {
  /// The unit of road signs in the country of a locale: miles in the United States, the United Kingdom and Liberia,
  /// otherwise kilometres.
  ///
  /// The locale is the value of the first of LC_ALL, LC_MEASUREMENT and LANG that is not empty, as in locale(7).
  package init(localeOf environment: [String: String]) {
    let locale = ["LC_ALL", "LC_MEASUREMENT", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    let territory = locale?.split(separator: "_").dropFirst().first?.prefix { $0.isLetter }
    self = territory.map { ["US", "GB", "LR"].contains($0) } == true ? .miles : .kilometres
  }
}
