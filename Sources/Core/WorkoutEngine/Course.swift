import WorkoutModel

/// Deviations of a workout from its plan: changed intervals, and measured distances.
struct Course: Equatable, Codable, Sendable {
  /// The point from which the rest of the workout was last scheduled; nil if the whole workout is as planned.
  ///
  /// A command that changes the time or the distance done in a repeat with a goal makes a new checkpoint.
  var checkpoint: Timeline.Checkpoint?
  /// The checkpoint before the first correction in the present interval; nil before a correction and after an
  /// extension.
  ///
  /// A later correction that enters the estimated distance restores this checkpoint, unless the checkpoint itself
  /// contains a correction.
  var uncorrected: Uncorrected?
  /// Sum of the extensions of the present interval or lead-in.
  var extended = Duration.zero
  /// Whether a distance was measured in the present interval and the speed in this interval is unknown.
  ///
  /// The measured distance then stays the same until the end of the interval.
  var isMeasured = false
  /// The measured part of the present interval; nil before the first value in the interval.
  var measured: MeasuredInterval?

  struct Uncorrected: Equatable, Codable, Sendable {
    let checkpoint: Timeline.Checkpoint?

    /// Whether the checkpoint contains a correction of an earlier interval.
    var isCorrected: Bool { checkpoint?.done.contains { $0.correction != 0 } ?? false }
  }

  /// Forgets the deviations of the present interval, because another interval begins.
  mutating func beginInterval() {
    uncorrected = nil
    extended = .zero
    isMeasured = false
    measured = nil
  }
}

/// Scheduling the rest of the workout after a command.
///
/// Only a command in a repeat with a goal makes a checkpoint. Everything else in the workout is as planned.
extension Session {
  /// Time and distance done in each repeat before the interval at a position; the outermost repeat is first.
  func done(before position: Position) -> [Timeline.Done] {
    timeline.done(before: position, since: state.course.checkpoint)
  }

  /// Time and distance done in each repeat before the present interval, in which the distance also contains the
  /// deviations of the present interval from its estimate.
  func presentDone(at clock: Instant) -> [Timeline.Done] {
    guard let position else { return [] }
    let deviation = surplus(until: clock) - (state.course.measured?.expected ?? 0)
    return done(before: position).map { done in
      Timeline.Done(time: done.time, estimated: done.estimated, correction: done.correction + deviation)
    }
  }

  /// Schedules the rest of the workout from the present interval.
  ///
  /// - Parameters:
  ///   - duration: the duration of the present interval.
  ///   - done: the time and distance done before the interval.
  ///   - endsRepeat: whether the innermost repeat ends with the interval.
  private mutating func reschedule(lasting duration: Duration, done: [Timeline.Done], endsRepeat: Bool = false) {
    guard let position else { return }
    reschedule(
      from: Timeline.Checkpoint(position: position, done: done, duration: duration, endsRepeat: endsRepeat))
  }

  /// Schedules the rest of the workout from a checkpoint, or as planned if the checkpoint is nil.
  mutating func reschedule(from checkpoint: Timeline.Checkpoint?) {
    guard let checkpoint else {
      state.course.checkpoint = nil
      timeline = workout.timeline
      return
    }
    guard let rescheduled = workout.timeline.rescheduled(from: checkpoint) else {
      preconditionFailure("\(checkpoint) is not a checkpoint of this workout")
    }
    state.course.checkpoint = checkpoint
    timeline = rescheduled
  }

  /// The present interval without its extensions, but cut where a repeat reaches its goal; nil in the lead-in.
  var plannedInterval: ScheduledInterval? {
    guard let position else { return nil }
    let interval = presentInterval(at: position)
    guard state.course.extended != .zero, let uncut = timeline.uncutInterval(at: position),
      let duration = uncut.duration
    else { return interval }
    return uncut.lasting(timeline.limited(duration, at: position, done: done(before: position)))
  }

  /// Moves the end of the present stage by a duration, which may be negative.
  ///
  /// The new end is at the present instant or later, but at most `PlanLimits.maxDuration` after the present instant. If
  /// a repeat around the interval reaches its goal earlier, the interval still ends there.
  ///
  /// Has no effect on an open interval.
  mutating func extend(by duration: Duration, at now: Instant) {
    guard let end = span.end else { return }
    let clock = clock(at: now)
    guard let position, timeline.hasGoal(around: position) else {
      let moved = min(max(end + duration, clock), clock + PlanLimits.maxDuration)
      state.course.extended += moved - end
      state.cueing.given?.changeInterval()
      changeSpan { $0.end = moved }
      return
    }
    // A goal may have cut the interval. A positive extension is added to the duration without the cut. A negative
    // extension shortens the actual duration.
    guard let uncut = naturalDuration(at: clock) else { return }
    let natural = max(uncut + state.course.extended, end - span.begin)
    let moved = (duration > .zero ? natural : end - span.begin) + duration
    let elapsed = clock - span.begin
    state.course.extended = min(max(moved, elapsed), elapsed + PlanLimits.maxDuration) - uncut
    state.course.uncorrected = nil
    changePresentInterval(at: clock) { $0.limitPresentInterval(at: clock, done: $0.presentDone(at: clock)) }
  }

  /// Carries out a change of the present interval, and forgets an early announcement that no longer applies.
  mutating func changePresentInterval(at clock: Instant, _ change: (inout Session) -> Void) {
    let (span, following) = (span, following(out: false))
    change(&self)
    state.cueing.given?.changeInterval()
    state.cueing.passed = max(state.cueing.passed ?? clock, clock)
    if self.span != span || self.following(out: false) != following { state.cueing.isNextAnnounced = false }
  }

  /// Ends the present interval at the end of its own duration, or earlier where a repeat reaches its goal.
  ///
  /// Schedules the rest of the workout accordingly. `done` contains the time and distance done before the interval began.
  mutating func limitPresentInterval(at clock: Instant, done: [Timeline.Done]) {
    guard let position, let uncut = naturalDuration(at: clock) else { return }
    let natural = max(uncut + state.course.extended, .zero)
    let elapsed = clock - span.begin
    var limited = timeline.limited(natural, at: position, done: done, covering: timeToCover(at: clock))
    // If less than the shortest piece of an interval is left until the goal, the goal is reached.
    if limited < elapsed || (limited < natural && limited - elapsed < PlanLimits.minPiece) { limited = elapsed }
    reschedule(lasting: limited, done: expecting(limited, after: done, at: clock))
    changeSpan { $0.end = $0.begin + limited }
  }

  /// The next position after a skip of the rest of the present interval; nil at the end of the plan.
  ///
  /// With `out`, the innermost repeat around the interval ends, too.
  mutating func positionAfterSkip(out: Bool, at now: Instant) -> Position? {
    guard let position, timeline.hasGoal(around: position) else { return following(out: out) }
    let clock = clock(at: now)
    reschedule(lasting: clock - span.begin, done: presentDone(at: clock), endsRepeat: out && position.depth > 0)
    return timeline.position(after: position)
  }

  /// Moves back to the start of an interval: the present interval, or an earlier one.
  ///
  /// In a repeat that contains both intervals, everything done so far counts. In a repeat that has already ended, only
  /// the intervals before the target count, so the target counts only once. If a correction has ended this repeat, the
  /// correction no longer counts in it.
  mutating func moveBack(to target: Position, at now: Instant) {
    let begin = clock(at: now)
    if let checkpoint = state.course.checkpoint, target.precedes(checkpoint.position),
      !timeline.hasGoal(around: target, sharedWith: checkpoint.position)
    {
      reschedule(from: nil)
    }
    guard let position, timeline.hasGoal(around: target), let uncut = timeline.uncutInterval(at: target)?.duration,
      state.course.checkpoint != nil || timeline.hasGoal(around: target, sharedWith: position)
    else {
      self.begin(target, at: begin, after: .back)
      return
    }
    let actual = timeline.interval(at: position).lasting(begin - span.begin)
    let present = presentDone(at: begin)
    var done = done(before: target)
    for level in done.indices where position.shares(repeatAt: level, with: target) {
      done[level] = present[level] + actual.totals
    }
    if timeline.limited(uncut, at: target, done: done) < PlanLimits.minPiece {
      for level in done.indices where !position.shares(repeatAt: level, with: target) { done[level].correction = 0 }
    }
    leave(at: begin, .back)
    state.stage = .interval(target, Span(begin: begin, end: nil))
    state.course.beginInterval()
    limitPresentInterval(at: begin, done: done)
    beginStage(timeline.interval(at: target), at: target)
  }
}
