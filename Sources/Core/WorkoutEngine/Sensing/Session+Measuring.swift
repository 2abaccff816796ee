import WorkoutModel

/// Distances that a sensor measures during the workout.
///
/// A value of the sensor contains the metres since the previous value. These metres replace those that were estimated
/// since then. As after a correction, the repeats around the present interval end where the measured distance reaches
/// their goals. An interval with a distance as its goal ends where the measured distance reaches this goal. Intervals
/// with a time as their goal never change.
extension Session {
  /// Maximum speed in metres per second; a higher measured speed counts as this speed.
  static let maxMeasuredSpeed = 50.0

  /// Handles a value of the sensor.
  mutating func measure(_ value: MeasuredMotion, at now: Instant) {
    let clock = clock(at: now)
    let tally = tally(at: clock)
    let last = state.motion
    let metres = tally.distance.metres
    var measured: Double?
    if let last, now > last.at {
      // The distance during the lead-in and pauses does not count.
      let share = min(1, (tally.elapsed - last.elapsed) / (now - last.at))
      let estimated = metres - last.metres
      if share > 0 { measured = value.metres(in: now - last.at, estimated: estimated / share).map { $0 * share } }
    }
    let deviation = last.flatMap { last in measured.map { max(0, last.metres + $0) - metres } } ?? 0
    if last == nil { state.cueing.given = passedCues(split: Int(metres / cues.units.distance.metres)) }
    let motion = Motion(
      at: now, since: clock, metresPerSecond: min(max(0, value.metresPerSecond), Self.maxMeasuredSpeed),
      elapsed: tally.elapsed, metres: metres + deviation, hasDistance: measured != nil || last?.hasDistance == true)
    // After a time without values, the metres are spread over the laps and repeats since the earlier value.
    let earlier = last.flatMap { measured != nil && $0.until < clock ? $0 : nil }
    add(
      deviation, countedSinceLast: metres - (last?.metres ?? metres), isSpread: earlier != nil, at: clock, then: motion)
    guard let earlier else { return }
    laps.measure(MeasuredDistance(elapsed: earlier.elapsed, metres: earlier.metres))
    laps.measure(MeasuredDistance(elapsed: motion.elapsed, metres: motion.metres))
  }

  /// Replaces the distance covered so far with a distance that the user has entered.
  mutating func correctMeasurement(to metres: Double, at now: Instant) {
    guard var motion = state.motion else { return }
    let clock = clock(at: now)
    let tally = tally(at: clock)
    let before = tally.distance.metres
    laps.measure(MeasuredDistance(elapsed: tally.elapsed, metres: metres))
    (motion.at, motion.elapsed, motion.metres) = (now, tally.elapsed, metres)
    add(metres - before, countedSinceLast: before, isSpread: true, at: clock, then: motion)
    state.tally.noteCorrection()
  }

  /// Adds metres to the distance covered, which may be negative, and schedules the rest of the workout again.
  ///
  /// - Parameters:
  ///   - deviation: the metres to add.
  ///   - counted: the metres counted since the last value or, for a correction, since the start. A repeat receives the
  ///     share of the metres that was counted in this repeat.
  ///   - isSpread: whether the present interval also receives only its share; otherwise, it receives everything.
  ///   - clock: the time on the session's clock.
  ///   - motion: the motion from now on.
  mutating func add(
    _ deviation: Double, countedSinceLast counted: Double, isSpread: Bool, at clock: Instant, then motion: Motion
  ) {
    let estimate = speed * (clock - span.begin).inSeconds
    func share(_ covered: Double) -> Double { counted > 0 ? min(1, max(0, covered) / counted) : 1 }
    let done = presentDone(at: clock).map { done in
      var done = done
      done.correction += deviation * share(done.metres + estimate)
      return done
    }
    let metres = tally(at: clock).distance.metres + deviation
    var correction = (state.course.measured?.correction ?? 0) + surplus(until: clock)
    correction += deviation * (isSpread ? share(estimate + correction) : 1)
    state.motion = motion
    guard position != nil else { return state.tally.measure(metres) }
    let surplus = surplus(until: clock)
    state.course.measured = MeasuredInterval(correction: correction - surplus)
    state.tally.measure(metres - estimate - surplus)
    schedule(after: done, at: clock)
  }
}

// MARK: - The present interval

extension Session {
  /// Whether the measured speed applies at the start of the present interval, or later.
  var isMoving: Bool { state.motion.map { $0.until > span.begin } ?? false }

  /// The speed of the plan in the present interval; 0 if it is unknown, and in the lead-in.
  private var speed: Double {
    position.flatMap { timeline.interval(at: $0).interval.metresPerSecond } ?? 0
  }

  /// The metres that the measured speed adds to the estimate for the present interval, from its start to an instant.
  func surplus(until instant: Instant) -> Double {
    guard position != nil, let motion = state.motion else { return 0 }
    return motion.surplus(from: span.begin, to: instant, over: speed)
  }

  /// The metres of the present interval until an instant; nil if no part of them was measured.
  func measuredMetres(until instant: Instant) -> Double? {
    guard position != nil, state.course.measured != nil || isMoving else { return nil }
    return presentMetres(until: instant)
  }

  /// The metres of the present interval until an instant, measured as far as possible.
  func presentMetres(until instant: Instant) -> Double {
    let correction = state.course.measured?.correction ?? 0
    return max(0, speed * (instant - span.begin).inSeconds + correction + surplus(until: instant))
  }

  /// The duration of the present interval until its own goal, without extensions; nil for an open interval.
  func naturalDuration(at clock: Instant) -> Duration? {
    guard let position, let uncut = timeline.uncutInterval(at: position) else { return nil }
    guard case .distance(let goal) = uncut.interval.goal, let metres = measuredMetres(until: clock) else {
      return uncut.duration
    }
    let covered = speed * (clock - span.begin).inSeconds
    return timeToCover(at: clock)?(goal.metres - metres + covered)
  }

  /// Returns the time from the start of the present interval in which a distance is covered; nil without a measured
  /// speed.
  ///
  /// The distance does not contain the difference between the measured and the estimated distance until `clock`.
  func timeToCover(at clock: Instant) -> ((Double) -> Duration?)? {
    guard let motion = state.motion else { return nil }
    let (elapsed, speed) = (clock - span.begin, speed)
    return { metres in
      motion.time(toCover: metres - speed * elapsed.inSeconds, from: clock, then: speed).map { elapsed + $0 }
    }
  }

  /// The present interval with its measured distance, if its goal is a distance.
  func presentInterval(at position: Position) -> ScheduledInterval {
    let interval = timeline.interval(at: position)
    guard case .distance(let goal) = interval.interval.goal, let end = span.end, state.course.extended == .zero,
      let metres = measuredMetres(until: end)
    else { return interval }
    let isWhole = abs(metres - goal.metres) < Self.roundingMetres
    return interval.lasting(end - span.begin, metres: isWhole ? goal.metres : metres)
  }

  /// Schedules the end of the present interval, if it depends on the distance, and the rest of the workout.
  ///
  /// `done` is the result of `presentDone(at:)`, and may contain further corrections.
  mutating func schedule(after done: [Timeline.Done], at clock: Instant) {
    guard let position, let uncut = timeline.uncutInterval(at: position) else { return }
    let hasDistance = if case .distance = uncut.interval.goal { true } else { false }
    let (before, following) = (span, following(out: false))
    if timeline.hasGoal(around: position), hasDistance || timeline.haveDistanceGoals(around: position).contains(true) {
      limitPresentInterval(at: clock, done: done)
    } else if hasDistance, let natural = naturalDuration(at: clock) {
      let end = span.begin + natural + state.course.extended
      changeSpan { $0.end = max(end, clock) }
    }
    guard span != before || self.following(out: false) != following else { return }
    state.cueing.passed = state.cueing.passed.map { max($0, clock) }
    let left = span.end.map { $0 - clock } ?? .zero
    if left > GivenCues.reach + cues.beltLag {
      state.cueing.given?.moveEnd()
      state.cueing.isNextAnnounced = false
    }
  }

  /// Adds the metres to `done` that the measured speed is expected to add until the end of the present interval.
  ///
  /// `duration` is the duration of the interval.
  mutating func expecting(_ duration: Duration, after done: [Timeline.Done], at clock: Instant) -> [Timeline.Done] {
    guard isMoving || state.course.measured != nil else { return done }
    let expected = surplus(until: span.begin + duration)
    let further = expected - surplus(until: clock)
    state.course.measured = MeasuredInterval(
      correction: state.course.measured?.correction ?? 0, expected: expected)
    return done.map { done in
      Timeline.Done(time: done.time, estimated: done.estimated, correction: done.correction + further)
    }
  }
}
