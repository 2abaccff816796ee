/// The values that settings were given; nil, or absent, where they were not.
///
/// A configuration and a plan file each hold some; `over` lays one on the other, and the accessors in
/// `Settings+Defaults.swift` say what holds where neither gives a value.
package struct Settings: Equatable, Sendable {
  /// The plan's title.
  package var name: String?
  /// A sentence on the plan.
  package var about: String?
  /// The paces of intervals that have none of their own.
  package var paces: [Kind: Pace] = [:]
  package var distanceUnits: DistanceUnit?
  package var paceUnits: PaceUnit?
  /// The countdown before the first interval; zero for none.
  package var leadIn: Duration?
  package var skipLast: SkipLast?
  /// The name of the plan that starts when none is named.
  package var defaultPlan: String?
  package var sound: Bool?

  package init() {}

  /// The kind of interval that a counted repeat at the end of a plan does not end with.
  package enum SkipLast: Hashable, Sendable {
    case off
    case kind(Kind)
  }

  /// These settings, and where they are silent those of `base`.
  package func over(_ base: Settings) -> Settings {
    var settings = self
    settings.name = name ?? base.name
    settings.about = about ?? base.about
    settings.paces = base.paces.merging(paces) { _, own in own }
    settings.distanceUnits = distanceUnits ?? base.distanceUnits
    settings.paceUnits = paceUnits ?? base.paceUnits
    settings.leadIn = leadIn ?? base.leadIn
    settings.skipLast = skipLast ?? base.skipLast
    settings.defaultPlan = defaultPlan ?? base.defaultPlan
    settings.sound = sound ?? base.sound
    return settings
  }
}

/// The units that a workout is shown in.
package struct DisplayUnits: Hashable, Sendable {
  package var distance: DistanceUnit
  package var pace: PaceUnit

  package init(distance: DistanceUnit, pace: PaceUnit) {
    self.distance = distance
    self.pace = pace
  }
}
