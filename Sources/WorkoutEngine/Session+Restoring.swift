import WorkoutModel

/// Whether what was kept of a session can be gone on with.
extension Session {
  /// Nil where a state is none that a session of this workout could have had at an instant: one that was tampered
  /// with, or that belongs to another plan.
  init?(_ workout: Workout, cues: CueRules, restoring state: State, at now: Instant) {
    guard state.isPossible(in: workout.timeline, at: now) else { return nil }
    self.workout = workout
    self.cues = cues
    self.state = state
  }
}

extension Session.State {
  fileprivate func isPossible(in timeline: Timeline, at now: Instant) -> Bool {
    let span: Session.Span
    switch stage {
    case .leadIn(let leadIn):
      guard leadIn.end != nil else { return false }
      span = leadIn
    case .interval(let place, let interval):
      guard timeline.contains(place), (interval.end == nil) == (timeline.interval(at: place).duration == nil) else {
        return false
      }
      span = interval
    }
    let clock = pause?.begin ?? now
    let instants = [now, clock, began, span.begin, span.end, cueing.passed] + cueing.taken.values.map(\.until)
    return instants.compactMap(\.self).allSatisfy(\.isPossible)
      && began <= span.begin && span.begin <= clock && clock <= now && (span.end.map { span.begin <= $0 } ?? true)
      && tally.isPossible
  }
}

extension Instant {
  /// Within some 36 years of its clock's origin, so that no sum of a few overflows.
  fileprivate var isPossible: Bool { .zero - .longestPossible ... .longestPossible ~= sinceOrigin }
}

extension Tally {
  fileprivate var isPossible: Bool {
    let times = [elapsed, paused, punctuality.last, punctuality.longest, punctuality.sum]
    let counts = [begun, punctuality.cues, punctuality.missed]
    return times.allSatisfy { .zero...Duration.longestPossible ~= $0 }
      && counts.allSatisfy { 0...Self.mostPossible ~= $0 }
      && (metres.map { 0...Double(Self.mostPossible) ~= $0 } ?? true)
  }

  /// More intervals, cues or metres than come together in any lifetime.
  private static let mostPossible = 1_000_000_000_000
}

extension Duration {
  fileprivate static let longestPossible = Duration.nanoseconds(1 << 60)
}
