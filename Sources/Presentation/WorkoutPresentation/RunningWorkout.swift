package import FoundationEssentials
package import WorkoutEngine
package import WorkoutModel

/// The workout under way, with all that is said of it besides its progress.
package struct RunningWorkout: Sendable {
  package let id: String
  package let request: RequestedWorkout
  package let startedAt: Date
  /// The plan's settings over the configuration as it is now; the workout's paces stay what they were at the start.
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
  /// The title for a person: the plan's, or else the name that it goes by; nil where it has none.
  package var displayTitle: String? { title ?? request.planName }
  package var cueRules: CueRules { CueRules(settings, units: units, title: displayTitle) }

  /// Takes on the cues and units of another configuration.
  package mutating func adopt(_ configuration: Settings) {
    settings = request.settings.over(configuration)
    units = settings.units(inLocaleOf: environment)
  }
}
