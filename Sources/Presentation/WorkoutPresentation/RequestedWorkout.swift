package import PlanNotation
package import WorkoutModel

/// A plan that was asked for: its text, where that comes from, and what it means.
///
/// It is a class because the code that copies so large a value would make each program 50 KiB larger.
package final class RequestedWorkout: Sendable {
  /// As it was given, settings included.
  package let text: String
  /// The plan or file that the text comes from.
  package let planName: String?
  /// The settings of the text itself.
  package let settings: Settings
  package let workout: Workout
  /// What the configuration says of when what happens, which holds for as long as the workout lasts.
  package let timing: Settings

  /// Reads a text under the settings of a configuration.
  package init(text: String, planName: String?, configuration: Settings) throws(NotationError) {
    let file = try PlanFile(text)
    self.text = text
    self.planName = planName
    settings = file.settings
    workout = try file.workout(over: configuration)
    timing = configuration.timing
  }
}

extension Settings {
  /// What bears on when what happens, and on nothing else.
  fileprivate var timing: Settings {
    var timing = Settings()
    timing.paces = paces
    timing.leadIn = leadIn
    timing.skipLast = skipLast
    return timing
  }

  /// The same, but as another configuration has it when what happens.
  package func with(timing: Settings) -> Settings {
    var settings = self
    settings.paces = timing.paces
    settings.leadIn = timing.leadIn
    settings.skipLast = timing.skipLast
    return settings
  }
}
