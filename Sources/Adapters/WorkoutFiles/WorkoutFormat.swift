import Text
import WorkoutModel

/// A file format for workouts of other programs.
package enum WorkoutFormat: String, FileFormat, CaseIterable, Sendable {
  /// Format of Garmin watches.
  case fit
  /// Format of Zwift.
  case zwo
  /// Format of Garmin Training Center; this format preceded FIT.
  case tcx
  /// Text format of intervals.icu.
  case icu

  /// Maximum size of a file in bytes, many times the size of the longest plan.
  package var maxBytes: Int {
    switch self {
    case .fit, .zwo, .tcx: 1 << 20
    case .icu: 1 << 17
    }
  }

  /// Name of the format for messages.
  package var title: String {
    switch self {
    case .fit: "FIT"
    case .zwo: "ZWO"
    case .tcx: "TCX"
    case .icu: "intervals.icu"
    }
  }

  /// Limits of the format; `isFlat` is for watches that support neither nested repeats nor repeats that end at a goal.
  func limits(isFlat: Bool) -> FormatLimits {
    switch self {
    case .fit: FITWorkout.limits(isFlat: isFlat)
    case .icu: ICUWorkout.limits
    case .tcx: TCXWorkout.limits(isFlat: isFlat)
    case .zwo: ZWOWorkout.limits
    }
  }
}

/// A file format whose raw value is its file extension, in lower case.
package protocol FileFormat: RawRepresentable<String> {}

extension FileFormat {
  /// Finds the format for the file extension of a path, ignoring case; nil if the extension is unknown.
  package init?(path: String) {
    guard let fileExtension = path.fileExtension else { return nil }
    self.init(rawValue: fileExtension)
  }
}

/// Limits that a format sets for the structure of a workout.
struct FormatLimits {
  /// Maximum nesting depth of repeats; 1 if a repeat can only contain intervals.
  var nesting = PlanLimits.maxNesting
  /// Number of rounds that a repeat can have.
  var rounds = PlanLimits.counts
  /// Exact number of steps in a repeat; nil if a repeat can have any number of steps.
  var stepsInRepeat: Int?
  /// Whether repeats can end at a time or a distance.
  var hasGoals = false
  /// Whether an interval can continue until the runner ends it.
  var hasOpen = true
  /// Maximum number of steps.
  ///
  /// Each repeat counts as one step, in addition to the steps inside the repeat.
  var steps: Int
}

extension [Step] {
  /// Number of steps in a file: one for each interval and one for each repeat.
  var stepCount: Int {
    reduce(count) { count, step in
      if case .repeat(let `repeat`) = step { count + `repeat`.body.stepCount } else { count }
    }
  }

  /// Maximum nesting depth of the repeats; 0 without repeats.
  var nesting: Int {
    lazy.map { step in if case .repeat(let `repeat`) = step { 1 + `repeat`.body.nesting } else { 0 } }.max() ?? 0
  }
}
