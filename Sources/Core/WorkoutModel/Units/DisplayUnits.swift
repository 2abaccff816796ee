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

  /// The units of the first distance and the first pace that have one.
  package init(distances: [Distance], paces: [Pace]) {
    distance = distances.lazy.compactMap(\.unit).first
    pace = paces.lazy.compactMap(\.unit).first
  }
}

extension Settings {
  /// The units in which values are shown.
  ///
  /// The first of these applies: the requested units, those of the entered values, those of the settings, and for
  /// distances that of the entered pace and then that of the locale.
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
  /// The variables are those of locale(7), in its order: LC_ALL, LC_MEASUREMENT, LANG.
  package init(localeOf environment: [String: String]) {
    let locale = ["LC_ALL", "LC_MEASUREMENT", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    let territory = locale?.split(separator: "_").dropFirst().first?.prefix { $0.isLetter }
    self = territory.map { ["US", "GB", "LR"].contains($0) } == true ? .miles : .kilometres
  }
}
