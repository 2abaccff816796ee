import WorkoutModel

/// Restoring a session from a saved state, which may have been damaged or forged.
extension Session {
  /// Restores a session; fails if the state is impossible for this workout at `now`.
  init?(_ workout: Workout, cues: CueRules, restoring state: State, at now: Instant) {
    guard let timeline = state.course.timeline(of: workout), state.isPossible(in: timeline, at: now) else { return nil }
    self.workout = workout
    self.timeline = timeline
    self.cues = cues
    self.state = state
    if state.course.entries.count != position?.depth ?? 0 { beginCourse() }
    guard (tally(at: clock(at: now)).metres ?? 0) >= 0 else { return nil }
  }

  /// Initializes the record of deviations from the plan (`course`) if the saved state does not contain it.
  private mutating func beginCourse() {
    guard let position else { return }
    state.course.begin(position, in: timeline, after: nil, estimated: state.tally.estimated ?? 0)
    guard let end = span.end, let duration = timeline.interval(at: position).duration else { return }
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
    case .interval(let position, let interval):
      guard timeline.contains(position),
        (interval.end == nil) == (timeline.interval(at: position).duration == nil)
      else { return false }
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
  /// Whether the instant is within 36 years of its clock's origin, so that sums of a few instants cannot overflow.
  fileprivate var isPossible: Bool { .zero - .maxPossible ... .maxPossible ~= sinceOrigin }
}

extension Tally {
  fileprivate var isPossible: Bool {
    let times = [elapsed, paused, punctuality.last, punctuality.max, punctuality.sum]
    let counts = [begun, punctuality.cues, punctuality.missed]
    return times.allSatisfy { .zero...Duration.maxPossible ~= $0 }
      && counts.allSatisfy { 0...Self.maxCount ~= $0 }
      && (estimated.map { 0...Self.maxMetres ~= $0 } ?? true)
      // The distance before the present interval may be negative, see `Tally.correct(to:)`.
      && (metres.map { abs($0) <= Self.maxMetres } ?? true)
  }

  /// Upper bound for numbers of intervals, cues and metres; a runner does not reach this bound in a lifetime.
  private static let maxCount = 1_000_000_000_000
  fileprivate static let maxMetres = Double(maxCount)
}

extension Course {
  /// The timeline of the workout with the corrected goals of repeats; nil if these goals do not fit the workout.
  fileprivate func timeline(of workout: Workout) -> Timeline? {
    amendments.count <= Self.maxAmendments ? workout.timeline.amended(by: amendments) : nil
  }

  fileprivate var isPossible: Bool {
    (entries + (left?.entries ?? [])).allSatisfy { abs($0) <= Tally.maxMetres }
      && .zero - .maxPossible ... .maxPossible ~= extended
  }
}

extension Duration {
  fileprivate static let maxPossible = Duration.nanoseconds(1 << 60)
}
