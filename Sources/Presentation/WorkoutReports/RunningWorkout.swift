package import FoundationEssentials
package import PlanNotation
package import WorkoutModel

/// A workout that has been started, without its progress.
///
/// The type is a class to keep each program small, because each copy of a large structure adds machine code.
package final class RunningWorkout: Sendable {
  package let id: String
  package let request: RequestedWorkout
  package let startedAt: Date
  /// The plan's settings over the configuration, with the units of the plan.
  ///
  /// If the configuration changes, the paces in `workout` do not change.
  package let settings: Settings
  package let units: DisplayUnits
  private let environment: [String: String]

  package init(
    _ request: RequestedWorkout, id: String = UUID().uuidString.lowercased(), startedAt: Date, configuration: Settings,
    environment: [String: String]
  ) {
    self.id = id
    self.request = request
    self.startedAt = startedAt
    self.environment = environment
    settings = request.file.settings(over: configuration)
    units = settings.units(inLocaleOf: environment)
  }

  /// The same workout with the cues and units of another configuration.
  package func adopting(_ configuration: Settings) -> RunningWorkout {
    RunningWorkout(request, id: id, startedAt: startedAt, configuration: configuration, environment: environment)
  }

  package var workout: Workout { request.workout }
  package var title: String? { request.settings.name }
}

/// A request to start a plan: the plan's text, the plan's name, and the workout made from the text.
///
/// The type is a class to keep each program small: copies of a structure would add 50 KiB of machine code.
package final class RequestedWorkout: Sendable {
  /// The text as received, including its settings.
  package let text: String
  /// The plan in the text.
  package let file: PlanFile
  /// The name of the plan, or of its file.
  package let planName: String?
  /// The session of a training program; nil if the plan is not a session of a program.
  package let session: Report.Session?
  package let workout: Workout
  /// The configuration's settings that affect the schedule; they do not change during the workout.
  package let timing: Settings

  /// Makes a request from a parsed plan and the settings of a configuration.
  package init(
    _ file: PlanFile, text: String, planName: String?, session: Report.Session? = nil, configuration: Settings
  ) throws(NotationError) {
    workout = try file.workout(over: configuration)
    self.file = file
    self.text = text
    self.planName = planName
    self.session = session
    timing = configuration.timing
  }

  /// Makes a request from the text of a plan and the settings of a configuration.
  package convenience init(
    text: String, planName: String?, session: Report.Session? = nil, configuration: Settings
  ) throws(NotationError) {
    try self.init(PlanFile(text), text: text, planName: planName, session: session, configuration: configuration)
  }

  /// The settings in the text of the plan.
  package var settings: Settings { file.settings }
}

extension Settings {
  /// Only the settings that affect the schedule.
  fileprivate var timing: Settings {
    var timing = Settings()
    timing.paces = paces
    timing.leadIn = leadIn
    timing.skipLast = skipLast
    return timing
  }

  /// Returns a copy of these settings that has the paces, the lead-in and `skipLast` of `timing`.
  package func with(timing: Settings) -> Settings {
    var settings = self
    settings.paces = timing.paces
    settings.leadIn = timing.leadIn
    settings.skipLast = timing.skipLast
    return settings
  }
}
