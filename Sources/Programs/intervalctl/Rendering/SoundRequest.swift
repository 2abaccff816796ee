import WorkoutReports
import Text
import PlanNotation
import AudioFiles
import Soundtrack
import WorkoutEngine
import WorkoutModel
import WorkoutPresentation

/// A workout that is asked for as a sound file, and what is to be heard of it.
struct SoundRequest {
  let requested: RequestedWorkout
  let configuration: Settings
  let environment: [String: String]
  /// After how much of the workout it is stopped; nil for never.
  let cut: Duration?
  /// Whether words are said.
  let isSpoken: Bool

  /// Reads what a person asked for.
  ///
  /// - Parameters:
  ///   - text: the plan.
  ///   - configuration: the person's settings.
  ///   - environment: the variables that say which units are meant.
  ///   - cut: what there is to be of the workout; nil for all.
  ///   - isSpoken: whether words are said.
  /// - Throws: For a plan that cannot be read, that has no end, and of which nothing is heard.
  init(
    _ text: PlanText, configuration: Settings, environment: [String: String], cut: Duration?, isSpoken: Bool
  ) throws(Failure) {
    var requested = try text.requested(over: configuration)
    if isSpoken, let spoken = requested.workout.settings.spokenCues {
      requested = try text.overridden(by: spoken).requested(over: configuration)
    }
    self.requested = requested
    self.configuration = configuration
    self.environment = environment
    self.isSpoken = isSpoken
    let length = requested.workout.timeline.totals.duration
    guard length != nil || cut != nil else { throw .noEndOfSound }
    self.cut = cut.flatMap { cut in length.map { $0 > cut } ?? true ? cut : nil }
    guard isHeard else { throw .nothingHeard }
  }

  /// Whether any cue is: the workout is taken through up to the first.
  private var isHeard: Bool {
    var score = score
    while let moment = score.next() {
      if moment.cues.contains(where: { $0.tone != nil || isSpoken }) { return true }
    }
    return false
  }

  var workout: Workout { requested.workout }

  /// The plan's title, or else its name, or the plan in notation.
  var title: String {
    (requested.settings.name ?? requested.planName ?? workout.plan.name).safeForTerminal.cut(to: Self.longestTitle)
  }

  /// What there is of the workout, without the lead-in.
  var length: Duration { cut ?? workout.timeline.totals.duration ?? .zero }

  /// How long the file is, but for what is still heard behind the end.
  var total: Duration { workout.leadIn + length }

  var tags: SoundTags {
    let plan = workout.plan.notation.safeForTerminal
    let comment = plan.columns <= Self.longestPlan ? ": \(plan)" : ""
    return SoundTags(title: title, comment: total.unitsText + comment, software: "intervald")
  }

  var chapters: [CueSheet.Chapter] { ChapterWords(workout, length: cut, title: title, units: units).chapters }

  var score: Score {
    Score(requested, stoppedAfter: cut, configuration: configuration, environment: environment)
  }

  private var units: DisplayUnits { workout.settings.units(inLocaleOf: environment) }

  private static let longestTitle = 100
  /// A plan of more characters than anybody reads in a player is left out.
  private static let longestPlan = 400
}
