package import FoundationEssentials
package import PlanNotation
package import WorkoutEngine
package import WorkoutModel

/// A plan that was asked for: its text, where that comes from, and what it means.
package struct RequestedWorkout: Sendable {
  /// As it was given, settings included.
  package let text: String
  /// The plan or file that the text comes from.
  package let planName: String?
  /// The settings of the text itself.
  package let settings: Settings
  package let workout: Workout
  /// What the configuration says of when what happens, which holds for as long as the workout lasts.
  let timing: Settings

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
  func with(timing: Settings) -> Settings {
    var settings = self
    settings.paces = timing.paces
    settings.leadIn = timing.leadIn
    settings.skipLast = timing.skipLast
    return settings
  }
}

/// The workout under way, with all that is said of it besides its progress.
package struct RunningWorkout: Sendable {
  package let id: String
  package let request: RequestedWorkout
  package let startedAt: Date
  /// The plan's settings over the configuration as it is now; the workout's paces stay what they were at the start.
  package private(set) var settings: Settings
  package private(set) var units: DisplayUnits
  private let environment: [String: String]

  init(
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
  /// The title for a person: the plan's, or else the name that it goes by; nil where it has none.
  package var displayTitle: String? { title ?? request.planName }
  package var cueRules: CueRules { CueRules(settings, units: units, title: displayTitle) }

  /// Takes on the cues and units of another configuration.
  mutating func adopt(_ configuration: Settings) {
    settings = request.settings.over(configuration)
    units = settings.units(inLocaleOf: environment)
  }
}
