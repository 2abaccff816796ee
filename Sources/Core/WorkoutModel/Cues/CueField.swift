/// Template of the spoken words of a cue or of an argument of a hook.
package typealias CueTemplate = FieldTemplate<CueField>

/// Field of a cue template, by its word.
package enum CueField: String, CaseIterable, Sendable {
  /// The cue's word in the settings.
  case cue
  /// Kind of interval, such as `run`.
  case kind
  case label
  /// Duration or distance of the interval: as written or, if it is cut, as scheduled.
  case goal
  /// Duration of the interval.
  case duration
  case pace
  /// Speed to set on a treadmill.
  case speed
  /// The next interval.
  case next
  /// Round of the outermost repeat.
  case round
  /// Number of rounds of the outermost repeat.
  case rounds
  /// Number of the interval, from 1.
  case number
  /// Number of intervals in the workout.
  case intervals
  /// Time left of the interval or the lead-in.
  case left
  /// Time spent in intervals.
  case elapsed
  /// Time left of the workout.
  case remaining
  /// Distance covered so far, estimated or measured.
  case distance
  /// Part of the workout that the cue refers to: interval, round or workout.
  case part
  /// Seconds of a countdown.
  case count
  /// Whole miles or kilometres of a split.
  case split
  /// Seconds by which a start is announced early.
  case lag
  /// Title of the plan.
  case title
}
