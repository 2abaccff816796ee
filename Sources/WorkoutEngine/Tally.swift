import WorkoutModel

/// What the intervals that are over amounted to.
struct Tally: Equatable, Codable, Sendable {
  /// Time spent in intervals, without lead-in and pauses.
  private(set) var elapsed = Duration.zero
  /// Metres at the paces of the plan; nil once an interval without a pace has taken time.
  private(set) var metres: Double? = 0
  /// Intervals begun.
  var begun = 0
  var paused = Duration.zero
  var punctuality = Punctuality()

  mutating func add(_ time: Duration, in interval: ScheduledInterval) {
    guard time > .zero else { return }
    elapsed += time
    metres = metres.flatMap { covered in
      interval.interval.pace.map { covered + $0.metresPerSecond * time.inSeconds }
    }
  }

  /// Adds intervals that came and went as scheduled.
  mutating func add(_ measure: Measure) {
    elapsed += measure.duration ?? .zero
    metres = metres.flatMap { covered in measure.metres.map { covered + $0 } }
    begun += measure.intervals ?? 0
  }
}

/// What a workout came to.
package struct Outcome: Equatable, Sendable {
  /// Whether the plan came to its end.
  package let completed: Bool
  package let elapsed: Duration
  package let paused: Duration
  /// Estimated; nil where an interval had no pace.
  package let metres: Double?
  /// How many intervals were begun.
  package let intervals: Int
  package let punctuality: Punctuality
  /// The time from its start to its end, lead-in and pauses included.
  package let lasted: Duration
}
