/// Units in which a workout is shown.
package struct DisplayUnits: Hashable, Sendable {
  package var distance: DistanceUnit
  package var pace: PaceUnit

  package init(distance: DistanceUnit, pace: PaceUnit) {
    self.distance = distance
    self.pace = pace
  }
}

/// Units that were requested, or in which values were entered; nil if unknown.
package struct UnitPreference: Equatable, Sendable {
  package var distance: DistanceUnit?
  package var pace: PaceUnit?

  package init(distance: DistanceUnit? = nil, pace: PaceUnit? = nil) {
    self.distance = distance
    self.pace = pace
  }

  /// The unit of the first distance that has a unit, and of the first pace that has a unit.
  package init(distances: [Distance], paces: [Pace]) {
    distance = distances.lazy.compactMap(\.unit).first
    pace = paces.lazy.compactMap(\.unit).first
  }
}

extension Settings {
  /// The units in which values are shown.
  ///
  /// Requested units take precedence over the units of the entered values, and these over the units in the settings.
  /// Otherwise distances have the unit of the entered pace or of the locale, and paces the default unit for the
  /// distances.
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
