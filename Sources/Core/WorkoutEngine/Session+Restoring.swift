package import WorkoutModel

/// Restoring a session from a saved state, which may have been damaged or forged.
extension Session {
  /// Restores a session; fails if the state is impossible for this workout at `now`.
  ///
  /// The session has only the lap of the present interval.
  init?(_ workout: Workout, cues: CueRules, restoring state: State, at now: Instant) {
    guard state.course.isPossible, state.motion?.isPossible ?? true, state.vitals?.isPossible ?? true,
      let timeline = state.course.timeline(of: workout, at: state.position),
      state.isPossible(in: timeline, at: now)
    else { return nil }
    self.workout = workout
    self.timeline = timeline
    self.cues = cues
    self.state = state
    rescheduleExtendedInterval(at: clock(at: now))
    guard tally(at: clock(at: now)).distance.metres >= 0 else { return nil }
  }
}

extension Session {
  /// Restores the laps from their changes; if they do not lead to the present interval, only its lap is known.
  fileprivate mutating func restoreLaps(_ count: Int, of changes: some Sequence<LapChange>) {
    let begin = position == nil ? nil : span.begin - state.began
    laps = LapLog(repeating: count, of: changes)
    guard !laps.fits(state.tally, begin: begin) else { return }
    laps = LapLog(repeating: count, of: [])
    if let position, let begin { laps.begin(timeline.interval(at: position), at: position, begin: begin) }
  }

  /// Schedules the rest of the workout if the saved state contains an extended interval, but no checkpoint.
  ///
  /// An early version of the daemon saved such states. It saved only the end of the interval.
  private mutating func rescheduleExtendedInterval(at clock: Instant) {
    guard state.course.checkpoint == nil, let position, timeline.hasGoal(around: position), let end = span.end,
      let duration = timeline.interval(at: position).duration, end - span.begin != duration
    else { return }
    state.course.extended = end - span.begin - duration
    limitPresentInterval(at: clock, done: timeline.done(before: position, since: nil))
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
    let instants =
      [now, clock, began, span.begin, span.end, cueing.passed, motion?.at, motion?.since]
      + cueing.taken.values.map(\.until)
    return instants.compactMap(\.self).allSatisfy(\.isPossible)
      && began <= span.begin && span.begin <= clock && clock <= now && (span.end.map { span.begin <= $0 } ?? true)
      && tally.isPossible
  }
}

extension Instant {
  /// Whether the instant is within 36 years of its clock's origin, so that sums of a few instants cannot overflow.
  fileprivate var isPossible: Bool { .zero - .maxPossible ... .maxPossible ~= sinceOrigin }
}

extension Tally {
  fileprivate var isPossible: Bool {
    let times = [elapsed, paused, estimated.time, distance.time, punctuality.last, punctuality.max, punctuality.sum]
    let counts = [begun, punctuality.cues, punctuality.missed]
    return times.allSatisfy { .zero...Duration.maxPossible ~= $0 }
      && counts.allSatisfy { 0...Self.maxCount ~= $0 }
      && 0...Self.maxMetres ~= estimated.metres
      // The distance before the present interval may be negative, see `Tally.correct(to:)`.
      && abs(distance.metres) <= Self.maxMetres
  }

  /// Upper bound for numbers of intervals, cues and metres; a runner does not reach this bound in a lifetime.
  private static let maxCount = 1_000_000_000_000
  static let maxMetres = Double(maxCount)
}

extension Motion {
  fileprivate var isPossible: Bool {
    0...Session.maxMeasuredSpeed ~= metresPerSecond && 0...Tally.maxMetres ~= metres
      && .zero ... .maxPossible ~= elapsed
  }
}

extension Course {
  /// The timeline from the last checkpoint; nil if a checkpoint does not fit the workout.
  fileprivate func timeline(of workout: Workout, at position: Position?) -> Timeline? {
    if let uncorrected, let position {
      guard let earlier = Self.timeline(of: workout, from: uncorrected.checkpoint), earlier.contains(position) else {
        return nil
      }
    }
    return Self.timeline(of: workout, from: checkpoint)
  }

  private static func timeline(of workout: Workout, from checkpoint: Timeline.Checkpoint?) -> Timeline? {
    guard let checkpoint else { return workout.timeline }
    return workout.timeline.rescheduled(from: checkpoint)
  }

  fileprivate var isPossible: Bool {
    .zero - .maxPossible ... .maxPossible ~= extended
      && [measured?.correction, measured?.expected].allSatisfy { abs($0 ?? 0) <= Tally.maxMetres }
      && [checkpoint, uncorrected?.checkpoint].compactMap(\.self).allSatisfy(\.isPossible)
  }
}

extension Timeline.Checkpoint {
  fileprivate var isPossible: Bool {
    Duration.zero ... .maxPossible ~= duration
      && done.allSatisfy { done in
        // The distance before the interval may be negative, see `Tally.correct(to:)`.
        .zero ... .maxPossible ~= done.time && 0...Tally.maxMetres ~= done.estimated
          && abs(done.correction) <= Self.maxCorrection
      }
  }

  /// Upper bound for a correction in metres; a smaller bound would reject a corrected repeat of the maximum distance.
  private static let maxCorrection = 2 * PlanLimits.maxDistance
}

extension Duration {
  static let maxPossible = Duration.nanoseconds(1 << 60)
}

extension WorkoutEngine {
  /// State of a workout for saving; the plan and the laps are not included.
  package struct Snapshot: Equatable, Codable, Sendable {
    fileprivate let state: Session.State
    /// The number of changes of the lap log until the snapshot.
    fileprivate let lapChanges: Int
  }

  /// Snapshot from which the workout can resume later; nil when the engine is idle.
  package var snapshot: Snapshot? {
    session.map { Snapshot(state: $0.state, lapChanges: $0.laps.changeCount) }
  }

  /// Removes and returns the changes of the laps since the last call, as lines of text without their newlines.
  ///
  /// A restored workout requires the lines until its snapshot, in order.
  package mutating func takeLapLines() -> [String] {
    guard let timeline = session?.workout.timeline else { return [] }
    return session?.laps.takeChanges().map { $0.line(in: timeline) } ?? []
  }

  /// Resumes a workout from a snapshot; fails if the snapshot is impossible for this workout.
  ///
  /// - Parameters:
  ///   - workout: the workout.
  ///   - cues: the rules for its cues.
  ///   - snapshot: the snapshot.
  ///   - lapLines: the lines of the laps, which may be missing, damaged or newer than the snapshot.
  ///   - instant: the time at which the snapshot was taken, on the same clock as the instants in the snapshot.
  package init?(
    _ workout: Workout, cues: CueRules = .none, restoring snapshot: Snapshot, lapLines: [String] = [],
    takenAt instant: Instant
  ) {
    guard var session = Session(workout, cues: cues, restoring: snapshot.state, at: instant),
      0...LapLog.maxChangeCount ~= snapshot.lapChanges
    else { return nil }
    session.restoreLaps(
      snapshot.lapChanges, of: lapLines.lazy.compactMap { LapChange(line: $0, in: workout.timeline) })
    self.session = session
  }

  /// Whether laps of a restored workout are unknown, although the outcome would have space for them.
  package var hasLostLaps: Bool {
    session.map { $0.laps.count < min($0.state.tally.begun, Outcome.maxLaps) } ?? false
  }
}
