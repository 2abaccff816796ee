/// Units in which a workout is shown.
package struct DisplayUnits: Equatable, Sendable {
  package var distance: DistanceUnit
  /// Unit of average paces, and of paces that were entered in metres per second.
  package var pace: PaceUnit
  /// Unit of the paces of intervals; nil if the pace of an interval is shown in the unit in which it was entered.
  package var intervalPace: PaceUnit?

  package init(distance: DistanceUnit, pace: PaceUnit, intervalPace: PaceUnit? = nil) {
    self.distance = distance
    self.pace = pace
    self.intervalPace = intervalPace
  }

  /// The unit in which to show the pace of an interval.
  package func unit(of pace: Pace) -> PaceUnit { intervalPace ?? pace.unit ?? self.pace }

  /// The pace of an interval: `11:30/mi`, `6.02 mph`.
  package func text(_ pace: Pace) -> String { unit(of: pace).text(metresPerSecond: pace.metresPerSecond) }
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

  /// The same units; a missing unit of distance is taken from the unit of pace, such as km from min/km.
  package var withDistanceOfPace: UnitPreference { UnitPreference(distance: distance ?? pace?.distance, pace: pace) }
}

extension Settings {
  /// The units in which values are shown.
  ///
  /// The sources of a unit are, in this order: the requested units, the units of the entered values, these settings,
  /// and the locale. Each of the two units is from the first source that specifies it. An entered pace also specifies
  /// the unit of distance if no distance was entered. If no source specifies the unit of pace, paces are in minutes per
  /// unit of distance.
  ///
  /// `PlanFile.settings(over:)` returns settings that contain the units of a plan.
  package func units(
    asked: UnitPreference = UnitPreference(), entered: UnitPreference = UnitPreference(),
    inLocaleOf environment: [String: String]
  ) -> DisplayUnits {
    let entered = entered.withDistanceOfPace
    let distance = asked.distance ?? entered.distance ?? distanceUnits ?? DistanceUnit(localeOf: environment)
    let pace = asked.pace ?? entered.pace ?? paceUnits ?? PaceUnit(goingWith: distance)
    return DisplayUnits(distance: distance, pace: pace, intervalPace: asked.pace)
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
