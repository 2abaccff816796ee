package import FoundationEssentials
package import PlanNotation
package import WorkoutEngine
package import WorkoutModel

/// The workout under way: everything about it but its progress.
package struct RunningWorkout: Sendable {
  package let id: String
  package let request: RequestedWorkout
  package let startedAt: Date
  /// The plan's settings over the present configuration; the workout keeps the paces that it started with.
  package private(set) var settings: Settings
  package private(set) var units: DisplayUnits
  private let environment: [String: String]

  package init(
    _ request: RequestedWorkout, id: String = UUID().uuidString.lowercased(), startedAt: Date, configuration: Settings,
    environment: [String: String]
  ) {
    self.id = id
    self.request = request
    self.startedAt = startedAt
    self.environment = environment
    settings = request.settings.over(configuration)
    units = settings.units(inLocaleOf: environment)
  }

  package var workout: Workout { request.workout }
  package var title: String? { request.settings.name }
  /// The title for a person: the plan's title, or else its name.
  package var displayTitle: String? { title ?? request.planName }
  package var cueRules: CueRules { CueRules(settings, units: units, title: displayTitle) }

  /// Adopts the cues and units of another configuration.
  package mutating func adopt(_ configuration: Settings) {
    settings = request.settings.over(configuration)
    units = settings.units(inLocaleOf: environment)
  }
}

/// A request to start a plan: its text, the origin of the text, and the workout that it describes.
///
/// It is a class because the code that copies so large a value would make each program 50 KiB larger.
package final class RequestedWorkout: Sendable {
  /// The text as given, settings included.
  package let text: String
  /// The plan in the text.
  package let file: PlanFile
  /// The name or file of the plan.
  package let planName: String?
  package let workout: Workout
  /// The configuration's settings that affect the schedule; they hold until the workout ends.
  package let timing: Settings

  /// Takes a plan that was parsed, under the settings of a configuration.
  package init(
    _ file: PlanFile, text: String, planName: String?, configuration: Settings
  ) throws(NotationError) {
    workout = try file.workout(over: configuration)
    self.file = file
    self.text = text
    self.planName = planName
    timing = configuration.timing
  }

  /// Parses a text under the settings of a configuration.
  package convenience init(text: String, planName: String?, configuration: Settings) throws(NotationError) {
    try self.init(PlanFile(text), text: text, planName: planName, configuration: configuration)
  }

  /// The settings of the text itself.
  package var settings: Settings { file.settings }
}

extension Settings {
  /// The settings that affect the schedule, and no others.
  fileprivate var timing: Settings {
    var timing = Settings()
    timing.paces = paces
    timing.leadIn = leadIn
    timing.skipLast = skipLast
    return timing
  }

  /// These settings with the schedule of another configuration.
  package func with(timing: Settings) -> Settings {
    var settings = self
    settings.paces = timing.paces
    settings.leadIn = timing.leadIn
    settings.skipLast = timing.skipLast
    return settings
  }
}
