import WorkoutModel

extension Session {
  /// Replaces the distance covered so far with a measured distance in metres.
  ///
  /// A repeat with a distance as its goal receives a share of the measured distance. The repeat ends when this share,
  /// plus the distance estimated afterwards, reaches the goal. Other repeats do not change. If the measured distance
  /// equals the estimate, the repeats around the position end as if no distance had been measured.
  ///
  /// If the speed in the present interval or in an earlier interval is unknown, only the distance changes. If the speed
  /// in the present interval is unknown, the distance also stays the same until the next interval begins.
  mutating func correct(to metres: Double, at now: Instant) {
    guard state.motion == nil else { return correctMeasurement(to: metres, at: now) }
    let clock = clock(at: now)
    let tally = tally(at: clock)
    let estimated = tally.estimated.wholeMetres
    let isAsEstimated = estimated.map { abs($0 - metres) < Self.roundingMetres } ?? false
    laps.measure(isAsEstimated ? nil : MeasuredDistance(elapsed: tally.elapsed, metres: metres))
    state.tally.correct(to: isAsEstimated ? nil : metres)
    guard case .interval(let position, let span) = state.stage else { return }
    let time = clock - span.begin
    guard let speed = timeline.interval(at: position).interval.metresPerSecond else {
      state.tally.correct(to: metres)
      state.course.isMeasured = true
      return
    }
    if !isAsEstimated { state.tally.correct(to: metres - speed * time.inSeconds) }
    guard let estimated, timeline.hasGoal(around: position) else { return }
    if isAsEstimated, let uncorrected = state.course.uncorrected, !uncorrected.isCorrected {
      changePresentInterval(at: clock) { session in
        session.reschedule(from: uncorrected.checkpoint)
        let end = session.timeline.interval(at: position).duration.map { span.begin + $0 }
        session.changeSpan { $0.end = end }
      }
      state.course.uncorrected = nil
      return
    }
    let before = timeline.done(before: position, since: state.course.checkpoint)
    let done = zip(before, timeline.haveDistanceGoals(around: position)).map { done, hasDistanceGoal in
      guard hasDistanceGoal else { return done }
      // The repeat has covered a share of the estimated distance. The same share of the measured distance counts.
      let covered = done.estimated + speed * time.inSeconds
      let share = estimated > 0 ? min(max(0, covered / estimated), 1) : 1
      return Timeline.Done(
        time: done.time, estimated: done.estimated, correction: isAsEstimated ? 0 : metres * share - covered)
    }
    guard done != before else { return }
    state.course.uncorrected = state.course.uncorrected ?? Course.Uncorrected(checkpoint: state.course.checkpoint)
    changePresentInterval(at: clock) { $0.limitPresentInterval(at: clock, done: done) }
  }

  /// Tolerance for rounding errors of a distance, in metres.
  static let roundingMetres = 1e-6
}
