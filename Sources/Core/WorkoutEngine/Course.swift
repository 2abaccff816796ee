import WorkoutModel

/// Deviations of a workout from its plan: changed intervals, and measured distances.
struct Course: Equatable, Codable, Sendable {
  /// The point from which the rest of the workout was last read; nil if the whole workout is as planned.
  ///
  /// A command that changes what is done in a repeat with a goal makes a new reading.
  var reading: Timeline.Reading?
  /// The reading before the first correction in the present interval; nil before the first correction.
  ///
  /// A later correction to the estimated distance restores this reading.
  var uncorrected: Uncorrected?
  /// Sum of the extensions of the present interval or lead-in.
  var extended = Duration.zero
  /// Whether a distance was measured in the present interval and the speed in this interval is unknown.
  ///
  /// The measured distance then stays the same until the end of the interval.
  var isMeasured = false

  struct Uncorrected: Equatable, Codable, Sendable {
    let reading: Timeline.Reading?

    /// Whether the reading contains a correction of an earlier interval.
    var isCorrected: Bool { reading?.done.contains { $0.correction != 0 } ?? false }
  }

  /// Forgets the deviations of the present interval, because another interval begins.
  mutating func beginInterval() {
    uncorrected = nil
    extended = .zero
    isMeasured = false
  }
}

/// Reading the rest of the workout after a command.
///
/// Only a command in a repeat with a goal needs a reading. Everything else in the workout is as planned.
extension Session {
  /// What was done in each repeat around the present interval before the interval began; the outermost repeat is first.
  private func done(before position: Position) -> [Timeline.Done] {
    timeline.done(before: position, since: state.course.reading)
  }

  /// Reads the rest of the workout, given the duration of the present interval.
  ///
  /// - Parameters:
  ///   - duration: the duration of the present interval.
  ///   - done: what was done before the interval; nil if the workout has followed the timeline.
  ///   - endsRepeat: whether the innermost repeat ends with the interval.
  mutating func read(lasting duration: Duration, done: [Timeline.Done]? = nil, endsRepeat: Bool = false) {
    guard let position else { return }
    read(
      Timeline.Reading(
        position: position, done: done ?? self.done(before: position), duration: duration, endsRepeat: endsRepeat))
  }

  mutating func read(_ reading: Timeline.Reading?) {
    guard let reading else {
      state.course.reading = nil
      timeline = workout.timeline
      return
    }
    guard let read = workout.timeline.read(from: reading) else {
      preconditionFailure("\(reading) is not a reading of this workout")
    }
    state.course.reading = reading
    timeline = read
  }

  /// The present interval as planned, with the cut by a goal but without extensions; nil in the lead-in.
  var plannedInterval: ScheduledInterval? {
    guard let position else { return nil }
    let interval = timeline.interval(at: position)
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
      changeSpan { $0.end = moved }
      return
    }
    // A goal may have cut the interval. An extension therefore begins at the end without the cut.
    guard let uncut = timeline.uncutInterval(at: position)?.duration else { return }
    let natural = max(uncut + state.course.extended, end - span.begin)
    let moved = (duration > .zero ? natural : end - span.begin) + duration
    let elapsed = clock - span.begin
    state.course.extended = min(max(moved, elapsed), elapsed + PlanLimits.maxDuration) - uncut
    state.course.uncorrected = nil
    limitPresentInterval(at: clock, done: done(before: position))
  }

  /// Ends the present interval at the end of its own duration, or earlier where a repeat reaches its goal.
  ///
  /// Reads the rest of the workout accordingly. `done` is what was done in each repeat before the interval began.
  mutating func limitPresentInterval(at clock: Instant, done: [Timeline.Done]) {
    guard let position, let uncut = timeline.uncutInterval(at: position)?.duration else { return }
    let natural = max(uncut + state.course.extended, .zero)
    let limited = max(timeline.limited(natural, at: position, done: done), clock - span.begin)
    read(lasting: limited, done: done)
    changeSpan { $0.end = $0.begin + limited }
  }

  /// Ends the present interval before its time.
  ///
  /// With `out`, the innermost repeat around the interval ends, too.
  ///
  /// - Returns: the next position; nil at the end of the plan.
  mutating func leaveInterval(out: Bool, at now: Instant) -> Position? {
    guard let position, timeline.hasGoal(around: position) else { return following(out: out) }
    let skipped = out ? timeline.intervalsOfRepeat(after: position) : 0
    read(lasting: clock(at: now) - span.begin, endsRepeat: out && position.depth > 0)
    return timeline.position(after: position)?.skipping(skipped)
  }

  /// Moves back to the start of an interval: the present interval, or an earlier one.
  ///
  /// In a repeat around both intervals, everything that was done counts. A repeat that has ended is entered again as it
  /// was before its last interval, and then that interval does not count twice.
  mutating func moveBack(to target: Position, at now: Instant) {
    let begin = clock(at: now)
    guard let position, timeline.hasGoal(around: target),
      state.course.reading != nil || timeline.hasGoal(around: target, and: position)
    else {
      self.begin(target, at: begin)
      return
    }
    let actual = timeline.interval(at: position).lasting(begin - span.begin)
    let present = done(before: position)
    let done = done(before: target).enumerated().map { level, earlier in
      position.shares(repeatAt: level, with: target) ? present[level] + actual.totals : earlier
    }
    leave(at: begin)
    state.stage = .interval(target, Span(begin: begin, end: nil))
    state.course.beginInterval()
    limitPresentInterval(at: begin, done: done)
    beginStage()
  }
}
