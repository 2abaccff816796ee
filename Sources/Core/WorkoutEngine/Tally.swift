import WorkoutModel

/// What the intervals that are over amounted to.
struct Tally: Equatable, Codable, Sendable {
  /// Time spent in intervals, without lead-in and pauses.
  private(set) var elapsed = Duration.zero
  /// Metres at the paces of the plan, whatever was measured; nil once an interval without a pace has taken time.
  private(set) var estimated: Double? = 0
  /// What was measured, and is estimated since; nil while nothing was.
  private(set) var corrected: Corrected?
  /// Intervals begun.
  var begun = 0
  var paused = Duration.zero
  var punctuality = Punctuality()

  /// Nil metres as above.
  struct Corrected: Equatable, Codable, Sendable {
    let metres: Double?
  }

  private enum CodingKeys: String, CodingKey {
    case elapsed
    case estimated = "metres"
    case corrected
    case begun
    case paused
    case punctuality
  }

  var isCorrected: Bool { corrected != nil }

  /// Metres covered, as far as that is known.
  var metres: Double? { corrected.map { $0.metres } ?? estimated }

  /// Adds a time in an interval; where that has no pace, a distance measured in it is all that is known.
  mutating func add(_ time: Duration, in interval: ScheduledInterval, isMeasured: Bool) {
    guard time > .zero else { return }
    elapsed += time
    let metres = interval.interval.pace.map { $0.metresPerSecond * time.inSeconds }
    estimated = Self.sum(estimated, metres)
    guard let corrected, metres != nil || !isMeasured else { return }
    self.corrected = Corrected(metres: Self.sum(corrected.metres, metres).map { max(0, $0) })
  }

  /// Adds intervals that came and went as scheduled.
  mutating func add(_ measure: Measure) {
    elapsed += measure.duration ?? .zero
    estimated = Self.sum(estimated, measure.metres)
    if let corrected { self.corrected = Corrected(metres: Self.sum(corrected.metres, measure.metres)) }
    begun += measure.intervals ?? 0
  }

  /// Has the intervals that are over amount to a distance, below zero where an estimate for the present one is more
  /// than all that was measured; nil for what was estimated.
  mutating func correct(to metres: Double?) {
    corrected = metres.map { Corrected(metres: $0) }
  }

  private static func sum(_ left: Double?, _ right: Double?) -> Double? {
    guard let left, let right else { return nil }
    return left + right
  }
}

/// What a workout came to.
package struct Outcome: Equatable, Sendable {
  /// Whether the plan came to its end.
  package let completed: Bool
  package let elapsed: Duration
  package let paused: Duration
  /// Estimated, or measured and estimated since; nil where an interval had no pace.
  package let metres: Double?
  /// Whether some of that was measured.
  package let isCorrected: Bool
  /// How many intervals were begun.
  package let intervals: Int
  package let punctuality: Punctuality
  /// The time from its start to its end, lead-in and pauses included.
  package let lasted: Duration
}
