/// What a line for a status bar may hold in braces, by its word.
///
/// Those that a `CueField` is named like mean the same.
enum BarField: String, CaseIterable, Sendable {
  /// What the workout does: `idle`, `lead-in`, `running` or `paused`.
  case phase
  /// A character for the phase or, while it runs, for the kind.
  case icon
  /// The kind of the interval, as `run`.
  case kind
  case label
  /// How long or how far the interval is: as it was written, or as it was cut.
  case goal
  /// How long the interval takes.
  case duration
  case pace
  /// The speed to dial on a treadmill.
  case speed
  /// The interval that follows.
  case next
  /// The round of the outermost repeat.
  case round
  /// How many rounds the outermost repeat has.
  case rounds
  /// The interval's number, from 1.
  case number
  /// How many intervals the workout has.
  case intervals
  /// The time left of the interval or the lead-in or, of an open interval, the time spent in it.
  case clock
  /// The time left of the interval, or of the lead-in.
  case left
  /// How much of the interval is over, in percent.
  case percent
  /// The time spent in intervals.
  case elapsed
  /// The time left of the workout.
  case remaining
  /// How much of the workout is over, in percent.
  case progress
  /// The estimated distance so far.
  case distance
  /// The plan's title.
  case title

  /// Whether it changes by the clock alone.
  var isMoving: Bool {
    switch self {
    case .clock, .left, .percent, .elapsed, .remaining, .progress, .distance: true
    case .phase, .icon, .kind, .label, .goal, .duration, .pace, .speed, .next, .round, .rounds, .number, .intervals,
      .title:
      false
    }
  }
}
