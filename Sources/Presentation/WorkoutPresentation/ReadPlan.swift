package import PlanNotation
import Text
package import WorkoutModel
package import WorkoutReports

/// A parsed plan with its name and warnings.
///
/// The type is a class to keep the client small: for a large structure, each copy adds machine code.
package final class ReadPlan: Sendable {
  package let file: PlanFile
  package let workout: Workout
  /// The `name` setting; without this setting, the name of the plan or of its file.
  package let title: String?
  /// Warnings about information that was lost in the conversion from a workout file.
  package let warnings: [String]

  package init(file: PlanFile, workout: Workout, title: String?, warnings: [String] = []) {
    self.file = file
    self.workout = workout
    self.title = title
    self.warnings = warnings
  }

  package var totals: Totals { workout.timeline.totals }

  /// The units in which the plan is shown; `asked` are the units that the user requested.
  package func units(
    asked: UnitPreference = UnitPreference(), inLocaleOf environment: [String: String]
  ) -> DisplayUnits {
    workout.settings.units(asked: asked, inLocaleOf: environment)
  }
}

extension Report.Summary {
  /// The units in which the plan of the workout is shown.
  ///
  /// If the plan cannot be read, these are the units of the configuration.
  package func units(over configuration: Settings, inLocaleOf environment: [String: String]) -> DisplayUnits {
    let settings = (try? PlanFile(plan))?.settings(over: configuration) ?? configuration
    return settings.units(inLocaleOf: environment)
  }
}

extension Totals {
  /// The time of a workout, such as `43:12` or `until you stop it`.
  package var timeWords: String {
    duration?.clockText() ?? (intervals == nil ? "until you stop it" : "until you say next")
  }

  /// The number of intervals, such as `75 intervals`; nil if the workout has no end.
  package var intervalWords: String? { intervals.map { $0.counted("interval") } }
}
