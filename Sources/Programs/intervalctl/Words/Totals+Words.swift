import WorkoutModel

extension Totals {
  /// How long a workout takes: `43:12`, `until you stop it`.
  var timeWords: String {
    duration?.clockText() ?? (intervals == nil ? "until you stop it" : "until you say next")
  }

  /// `75 intervals`; nil where they have no end.
  var intervalWords: String? { intervals.map { "\($0) interval\($0 == 1 ? "" : "s")" } }
}
