package import WorkoutModel

/// How a workout stands at an instant.
package struct Progress: Equatable, Sendable {
  package let phase: Phase
  /// Nil in the lead-in.
  package let interval: ScheduledInterval?
  /// What follows; nil at the end.
  package let next: ScheduledInterval?
  /// The interval's number, from 1; nil in the lead-in.
  package let number: Int?
  /// How many intervals there are; nil where the end is not known.
  package let of: Int?
  /// The repeats round the interval, outermost first.
  package let rounds: [Round]
  /// Time spent in intervals, without lead-in and pauses.
  package let elapsed: Duration
  /// Time left until the end of the plan, the lead-in apart; nil where that is not known.
  package let remaining: Duration?
  /// Time spent in the interval, or the lead-in.
  package let intervalElapsed: Duration
  /// Time left of the interval, or the lead-in; nil for an open one.
  package let intervalRemaining: Duration?
  /// When the interval, or the lead-in, ends; nil while paused or in an open interval.
  package let deadline: Instant?
  /// Metres covered, estimated unless they were measured; nil where an interval so far had no pace.
  package let metres: Double?
  /// Whether some of them were measured.
  package let isCorrected: Bool
  /// Estimated metres left until the end of the plan; nil where an interval to come has no pace or no end.
  package let remainingMetres: Double?
  package let punctuality: Punctuality

  /// Estimated metres at the end of the plan, as things stand; nil where either part is not known.
  package var expectedMetres: Double? {
    guard let metres, let remainingMetres else { return nil }
    return metres + remainingMetres
  }

  package var isPaused: Bool { if case .paused = phase { true } else { false } }

  package enum Phase: Equatable, Sendable {
    case leadIn
    case running
    /// In an interval, or in the lead-in.
    case paused(PauseReason)
  }
}

extension Session {
  func progress(at now: Instant) -> Progress {
    let clock = clock(at: now)
    let span = span
    let tally = tally(at: clock)
    let left = span.end.map { max($0 - clock, .zero) }
    let place = place
    let remaining = place.map { measure(from: $0, left: left) } ?? timeline.measure
    return Progress(
      phase: state.pause.map { .paused($0.reason) } ?? (place == nil ? .leadIn : .running),
      interval: place.map(timeline.interval(at:)),
      next: following(out: false).map(timeline.interval(at:)),
      number: place?.number,
      of: timeline.measure.intervals,
      rounds: place.map(timeline.rounds(at:)) ?? [],
      elapsed: tally.elapsed,
      remaining: remaining.duration,
      intervalElapsed: clock - span.begin,
      intervalRemaining: left,
      deadline: deadline,
      metres: tally.metres,
      isCorrected: tally.isCorrected,
      remainingMetres: remaining.metres,
      punctuality: tally.punctuality)
  }

  /// What is left to do at a place whose interval has so much time left; nil for an open one.
  private func measure(from place: Place, left: Duration?) -> Measure {
    let speed = timeline.interval(at: place).interval.pace?.metresPerSecond
    let metres = left.flatMap { left in speed.map { $0 * left.inSeconds } }
    return Measure(duration: left, metres: metres, intervals: 1) + timeline.measure(after: place)
  }
}
