package import WorkoutModel

/// State of a workout at an instant, for display.
package struct Progress: Equatable, Sendable {
  package let phase: Phase
  /// The present interval; nil in the lead-in.
  package let interval: ScheduledInterval?
  /// The next interval; nil in the last interval.
  package let next: ScheduledInterval?
  /// Number of the present interval, from 1; nil in the lead-in.
  package let number: Int?
  /// Number of intervals in the plan; nil if the plan has no known end.
  package let of: Int?
  /// Present rounds of the repeats around the interval, outermost first.
  package let rounds: [Round]
  /// Time spent in intervals, without lead-in and pauses.
  package let elapsed: Duration
  /// Time left until the end of the plan, without the lead-in; nil if unknown.
  package let remaining: Duration?
  /// Time spent in the present interval or in the lead-in.
  package let intervalElapsed: Duration
  /// Time left in the present interval or in the lead-in; nil for an open interval.
  package let intervalRemaining: Duration?
  /// End of the present interval or of the lead-in; nil if the workout is paused or if the interval is open.
  package let deadline: Instant?
  /// Distance covered, estimated or measured; partial after an interval without a pace.
  package let distance: KnownDistance
  /// Whether the user has corrected the distance.
  package let isCorrected: Bool
  /// Estimated distance left until the end of the plan; partial if the rest contains an interval without a pace, or is
  /// endless.
  package let remainingDistance: KnownDistance
  package let punctuality: Punctuality
  /// The values of the sensors; nil if no sensor is used.
  package let sensed: SensedValues?

  /// Distance covered plus the estimated distance left; nil if no part of the distance left is known.
  package var expectedDistance: KnownDistance? { distance.followed(by: remainingDistance) }

  package var isPaused: Bool { if case .paused = phase { true } else { false } }

  package enum Phase: Equatable, Sendable {
    case leadIn
    case running
    /// The clock is stopped, in an interval or in the lead-in.
    case paused(PauseReason)
  }
}

extension Session {
  func progress(at now: Instant) -> Progress {
    let clock = clock(at: now)
    let span = span
    let tally = tally(at: clock)
    let left = span.end.map { max($0 - clock, .zero) }
    let position = position
    let remaining = position.map { totals(from: $0, left: left) } ?? timeline.totals
    return Progress(
      phase: state.pause.map { .paused($0.reason) } ?? (position == nil ? .leadIn : .running),
      interval: plannedInterval,
      next: following(out: false).map(timeline.interval(at:)),
      number: position?.number,
      of: intervals,
      rounds: position.map(timeline.rounds(at:)) ?? [],
      elapsed: tally.elapsed,
      remaining: remaining.duration,
      intervalElapsed: clock - span.begin,
      intervalRemaining: left,
      deadline: deadline,
      distance: tally.distance,
      isCorrected: tally.isCorrected,
      remainingDistance: remaining.distance,
      punctuality: tally.punctuality,
      sensed: sensed.map { sensed in
        var sensed = sensed
        sensed.wasDistanceMeasured = state.motion?.hasDistance ?? false
        return sensed
      })
  }

  /// Number of intervals in the workout; nil if the plan has no known end.
  private var intervals: Int? {
    guard let position, timeline.totals.intervals != nil else { return timeline.totals.intervals }
    return timeline.totals(after: position).intervals.map { position.number + $0 }
  }

  /// Totals of the rest of the plan: the rest of the interval at `position`, and all intervals that follow.
  ///
  /// `left` is the time left in the interval at `position`; nil for an open interval.
  private func totals(from position: Position, left: Duration?) -> Totals {
    let present = timeline.interval(at: position)
    let surplus =
      isMoving ? span.end.map { self.surplus(until: $0) - self.surplus(until: $0 - (left ?? .zero)) } ?? 0 : 0
    let metres =
      if let left { present.interval.metresPerSecond.map { $0 * left.inSeconds + surplus } } else { present.metres }
    return Totals(duration: left, metres: metres, intervals: 1) + timeline.totals(after: position)
  }
}
