/// What the words of a cue and the arguments of a hook may hold in braces, by its word.
package enum CueField: String, CaseIterable, Sendable {
  /// The cue's own word.
  case cue
  /// The kind of interval, as `run`.
  case kind
  case label
  /// How long or how far the interval is: as it was written, or as it was cut.
  case goal
  /// How long the interval takes.
  case duration
  case pace
  /// The speed to dial on a treadmill.
  case speed
  /// What follows.
  case next
  /// The round of the outermost repeat.
  case round
  /// How many rounds the outermost repeat has.
  case rounds
  /// The interval's number, from 1.
  case number
  /// How many intervals the workout has.
  case intervals
  /// The time left of the interval, or of the lead-in.
  case left
  /// The time spent in intervals.
  case elapsed
  /// The time left of the workout.
  case remaining
  /// The estimated distance so far.
  case distance
  /// What is half over, or the last: an interval, a round, the workout.
  case part
  /// The seconds of a countdown.
  case count
  /// The whole miles or kilometres of a split.
  case split
  /// The seconds by which a start is told early.
  case lag
  /// The plan's title.
  case title
}
