package import PlanNotation
package import WorkoutModel

/// A plan that was read.
///
/// It is a class because the code that copies so large a value would make the client larger.
package final class ReadPlan: Sendable {
  package let file: PlanFile
  package let workout: Workout
  /// The name setting, or else the name of the plan or file.
  package let title: String?
  /// The units of its values, if the plan was typed on the command line.
  package let entered: UnitPreference
  /// Warnings about losses in the conversion from a workout file.
  package let warnings: [String]

  package init(
    file: PlanFile, workout: Workout, title: String?, entered: UnitPreference = UnitPreference(),
    warnings: [String] = []
  ) {
    self.file = file
    self.workout = workout
    self.title = title
    self.entered = entered
    self.warnings = warnings
  }

  package var totals: Totals { workout.timeline.totals }
}

extension PlanFile {
  /// The units of the plan's values, unless its settings have units.
  package var entered: UnitPreference {
    UnitPreference(
      distance: settings.distanceUnits == nil ? plan.entered.distance : nil,
      pace: settings.paceUnits == nil ? plan.entered.pace : nil)
  }
}

extension Totals {
  /// The time of a workout: `43:12`, `until you stop it`.
  package var timeWords: String {
    duration?.clockText() ?? (intervals == nil ? "until you stop it" : "until you say next")
  }

  /// The number of intervals: `75 intervals`; nil without an end.
  package var intervalWords: String? { intervals.map { "\($0) interval\($0 == 1 ? "" : "s")" } }
}
