package import WorkoutModel

/// Totals of the intervals that are over.
struct Tally: Equatable, Codable, Sendable {
  /// Time spent in intervals, without lead-in and pauses.
  private(set) var elapsed = Duration.zero
  /// Distance estimated from the paces of the plan; partial as soon as time is spent at an unknown speed.
  private(set) var estimated = KnownDistance.zero
  /// The last measured distance plus the distance estimated since then; nil before the first correction, and before the
  /// first value of a sensor.
  private(set) var corrected: KnownDistance?
  /// Whether the user has corrected the distance; nil if no sensor has measured it.
  private var isCorrectedByUser: Bool?
  /// Number of intervals that have begun.
  var begun = 0
  var paused = Duration.zero
  var punctuality = Punctuality()

  private enum CodingKeys: String, CodingKey {
    case elapsed
    case estimated
    case corrected
    case isCorrectedByUser = "byUser"
    case begun
    case paused
    case punctuality
  }

  /// Whether the user has corrected the distance.
  var isCorrected: Bool { isCorrectedByUser ?? (corrected != nil) }

  /// Whether a sensor has measured a part of the distance.
  ///
  /// Time at an unknown speed then adds no metres. Without a sensor, it makes the distance partial.
  private var isSensed: Bool { isCorrectedByUser != nil }

  /// Distance covered.
  var distance: KnownDistance { corrected ?? estimated }

  /// Metres covered; nil if only a part is known.
  var metres: Double? { distance.wholeMetres }

  /// Adds time spent in an interval.
  ///
  /// `isMeasured` specifies whether a distance was measured in this interval. If a distance was measured at an
  /// unknown speed, that distance counts for the whole interval. `surplus` is the number of metres that the measured
  /// speed of a sensor adds to the estimate.
  mutating func add(_ time: Duration, in interval: ScheduledInterval, isMeasured: Bool, surplus: Double = 0) {
    guard time > .zero else { return }
    elapsed += time
    let metres = interval.interval.metresPerSecond.map { $0 * time.inSeconds }
    estimated = estimated + KnownDistance(metres, in: time)
    guard var corrected else { return }
    let added = (isMeasured || isSensed ? metres ?? 0 : metres).map { $0 + surplus }
    corrected = corrected + KnownDistance(added, in: time)
    corrected.metres = max(0, corrected.metres)
    self.corrected = corrected
  }

  /// Adds intervals that passed as scheduled.
  mutating func add(_ totals: Totals) {
    elapsed += totals.duration ?? .zero
    estimated = estimated + totals.distance
    if let corrected {
      let added = KnownDistance(metres: totals.distance.metres, time: totals.duration ?? .zero)
      self.corrected = corrected + (isSensed ? added : totals.distance)
    }
    begun += totals.intervals ?? 0
  }

  /// Replaces the metres of the finished intervals; nil restores the estimate.
  ///
  /// `metres` is the measured distance minus the estimate for the present interval, and may therefore be negative.
  mutating func correct(to metres: Double?) {
    corrected = metres.map { KnownDistance(metres: $0, time: elapsed) }
    isCorrectedByUser = isCorrectedByUser.map { _ in true }
  }

  /// Replaces the metres of the finished intervals, as `correct(to:)` does, because of a value of a sensor.
  mutating func measure(_ metres: Double) {
    isCorrectedByUser = isCorrected
    corrected = KnownDistance(metres: metres, time: elapsed)
  }

  /// Records that the user has corrected a distance that a sensor has measured.
  mutating func noteCorrection() {
    isCorrectedByUser = true
  }
}

/// Result of a workout.
package struct Outcome: Equatable, Sendable {
  /// Whether the plan was finished.
  package let completed: Bool
  package let elapsed: Duration
  package let paused: Duration
  /// Distance, estimated or measured; partial if an interval had no pace and nothing was measured.
  package let distance: KnownDistance
  /// Whether the user has corrected the distance.
  package let isCorrected: Bool
  /// Whether a sensor has measured a part of the distance.
  package let isMeasured: Bool
  /// The heart rate and the cadence; nil if no sensor has measured them.
  package let vitals: Vitals?
  /// Number of intervals that have begun.
  package let intervals: Int
  package let punctuality: Punctuality
  /// Time from start to end, including the lead-in and pauses.
  package let total: Duration
  /// The last laps, at most `maxLaps`; fewer than `intervals` if earlier laps are unknown.
  package let laps: [Lap]

  package static let maxLaps = 10_000

  /// Whether the workout is too short to be recorded, such as one that was started by mistake.
  package var isTooShort: Bool { elapsed < Self.minElapsed }

  /// The time in intervals from which a workout is recorded.
  package static let minElapsed = Duration.seconds(10)
}

/// Lateness of the cues for interval starts and the finish, measured from the deadline to the delivery.
///
/// Intervals that a command starts have no deadline and do not count.
package struct Punctuality: Equatable, Codable, Sendable {
  /// Number of cues.
  package private(set) var cues = 0
  package private(set) var last = Duration.zero
  package private(set) var max = Duration.zero
  /// Number of intervals that were over before they could be announced.
  package private(set) var missed = 0
  private(set) var sum = Duration.zero

  private enum CodingKeys: String, CodingKey {
    case cues
    case last
    case max = "longest"
    case missed
    case sum
  }

  package init() {}

  package var mean: Duration { cues == 0 ? .zero : sum / cues }

  mutating func record(lateness: Duration, missed: Int) {
    cues += 1
    last = lateness
    max = Swift.max(max, lateness)
    sum += lateness
    self.missed += missed
  }

  mutating func miss(_ cues: Int) {
    missed += cues
  }
}
