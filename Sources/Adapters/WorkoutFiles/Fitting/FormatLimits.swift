import WorkoutModel

/// What a format can hold of the structure of a plan.
struct FormatLimits {
  /// How deep repeats may be nested; 1 for repeats of intervals alone.
  var nesting = PlanLimits.maxNesting
  /// How often a repeat may be done.
  var rounds = PlanLimits.counts
  /// How many steps a repeat has; nil for any number.
  var stepsInRepeat: Int?
  /// Whether repeats may end at a time or a distance.
  var hasGoals = false
  /// Whether an interval may go on until the runner ends it.
  var hasOpen = true
  /// How many steps there may be, repeats among them.
  var steps: Int
}
