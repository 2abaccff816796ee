import AudioFiles
import PlanNotation
import Soundtrack
import Text
import WorkoutEngine
import WorkoutModel
import WorkoutPresentation
import WorkoutReports

/// A request to render a workout as a sound file.
struct SoundRequest {
  let requested: RequestedWorkout
  let configuration: Settings
  let environment: [String: String]
  /// The time, without the lead-in, after which the workout is stopped; nil for the whole workout.
  let cut: Duration?
  /// Whether the words of cues are spoken.
  let isSpoken: Bool

  /// Makes the request for a plan.
  ///
  /// - Parameters:
  ///   - text: the plan.
  ///   - configuration: the user's settings.
  ///   - environment: the environment, which determines the units.
  ///   - cut: the length to render, without the lead-in; nil for the whole workout.
  ///   - isSpoken: whether the words of cues are spoken.
  /// - Throws: `Failure` if the plan cannot be read, if it has no end and `cut` is nil, or if it has no audible cue.
  init(
    _ text: PlanText, configuration: Settings, environment: [String: String], cut: Duration?, isSpoken: Bool
  ) throws(Failure) {
    var requested = try text.requested(over: configuration)
    if isSpoken, let voiceOn = requested.workout.settings.voiceOn {
      requested = try text.overridden(by: voiceOn).requested(over: configuration)
    }
    self.requested = requested
    self.configuration = configuration
    self.environment = environment
    self.isSpoken = isSpoken
    let length = requested.workout.timeline.totals.duration
    guard length != nil || cut != nil else { throw .noEndOfSound }
    self.cut = cut.flatMap { cut in length.map { $0 > cut } ?? true ? cut : nil }
    guard isAudible else { throw .nothingHeard }
  }

  /// Whether the workout has an audible cue; only the moments up to the first audible cue are computed.
  private var isAudible: Bool {
    var score = score
    while let moment = score.next() {
      if moment.cues.contains(where: { $0.tone != nil || isSpoken }) { return true }
    }
    return false
  }

  var workout: Workout { requested.workout }

  /// The plan's title; without a title, the plan's name; without a name, the plan in notation.
  ///
  /// The title of a session begins with its ID.
  var title: String {
    let name = requested.settings.name
    let title = requested.session.map { SessionWords($0).fileTitle(name) } ?? name ?? requested.planName
    return (title ?? workout.plan.name).safeForTerminal.cut(to: Self.maxTitleColumns)
  }

  /// The rendered length of the workout, without the lead-in.
  var length: Duration { cut ?? workout.timeline.totals.duration ?? .zero }

  /// The length of the file, without the sound that continues after the end of the workout.
  var total: Duration { workout.leadIn + length }

  var tags: SoundTags {
    let plan = workout.plan.notation.safeForTerminal
    let comment = plan.columns <= Self.maxPlanColumns ? ": \(plan)" : ""
    return SoundTags(title: title, comment: total.unitsText + comment, software: "intervald")
  }

  var chapters: [CueSheet.Chapter] { ChapterWords(workout, length: cut, title: title, units: units).chapters }

  var score: Score {
    Score(requested, stoppedAfter: cut, configuration: configuration, environment: environment)
  }

  private var units: DisplayUnits { workout.settings.units(inLocaleOf: environment) }

  private static let maxTitleColumns = 100
  /// The maximum length of a plan in columns; a longer plan is left out of the sound file's comment.
  private static let maxPlanColumns = 400
}
