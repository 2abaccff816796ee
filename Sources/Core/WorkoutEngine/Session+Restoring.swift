import WorkoutModel

/// Whether what was kept of a session can be gone on with.
extension Session {
  /// Nil where a state is none that a session of this workout could have had at an instant: one that was tampered
  /// with, or that belongs to another plan.
  init?(_ workout: Workout, cues: CueRules, restoring state: State, at now: Instant) {
    guard let timeline = state.course.timeline(of: workout), state.isPossible(in: timeline, at: now) else { return nil }
    self.workout = workout
    self.timeline = timeline
    self.cues = cues
    self.state = state
    if state.course.entries.count != place?.depth ?? 0 { beginCourse() }
    guard (tally(at: clock(at: now)).metres ?? 0) >= 0 else { return nil }
  }

  /// Makes up for a course that was not kept.
  private mutating func beginCourse() {
    guard let place else { return }
    state.course.begin(place, in: timeline, after: nil, estimated: state.tally.estimated ?? 0)
    guard let end = span.end, let duration = timeline.interval(at: place).duration else { return }
    state.course.extended = end - span.begin - duration
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
      && tally.isPossible && course.isPossible
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
      && (estimated.map { 0...Self.mostMetres ~= $0 } ?? true)
      // Of the intervals before the present one it may be below zero.
      && (metres.map { abs($0) <= Self.mostMetres } ?? true)
  }

  /// More intervals, cues or metres than come together in any lifetime.
  private static let mostPossible = 1_000_000_000_000
  fileprivate static let mostMetres = Double(mostPossible)
}

extension Course {
  /// Nil where what is amended cannot have been.
  fileprivate func timeline(of workout: Workout) -> Timeline? {
    amendments.count <= Self.mostAmendments ? workout.timeline.amended(by: amendments) : nil
  }

  fileprivate var isPossible: Bool {
    (entries + (left?.entries ?? [])).allSatisfy { abs($0) <= Tally.mostMetres }
      && .zero - .longestPossible ... .longestPossible ~= extended
  }
}

extension Duration {
  fileprivate static let longestPossible = Duration.nanoseconds(1 << 60)
}
