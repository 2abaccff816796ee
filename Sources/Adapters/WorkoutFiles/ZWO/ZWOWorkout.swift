import PlanNotation
import WorkoutModel

/// A workout as Zwift has it: parts one after the other, one of which may be a fast and a slow interval in turn.
///
/// Source: "Zwift Workout File Reference" (github.com/h4l/zwift-workout-file-reference), by Zwift's own files.
enum ZWOWorkout {
  /// What ZWO can hold: repeats of two intervals, and times.
  static let limits = FormatLimits(nesting: 1, stepsInRepeat: 2, hasOpen: false, steps: 2_000)

  /// The element of an interval on its own, and the kind that it by itself is of.
  static func element(of kind: Kind) -> (name: String, usual: Kind) {
    switch kind {
    case .warmup: ("Warmup", .warmup)
    case .cooldown: ("Cooldown", .cooldown)
    case .interval: ("FreeRide", .run)
    default: ("SteadyState", .run)
    }
  }

  /// Who wrote the files of this program.
  static let author = "intervald"

  /// What the two intervals of a set by themselves are of.
  static let usualOfSet = (on: Kind.run, off: Kind.recover)
}
