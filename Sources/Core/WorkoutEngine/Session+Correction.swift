import WorkoutModel

/// Going on from a distance that was measured.
extension Session {
  /// Takes a distance for what is covered by now, and moves the ends of the repeats until a distance that are under way
  /// to where their goals are then reached.
  ///
  /// Where no estimate says how the distance came about, for want of a pace, nothing but the distance changes, and in
  /// an interval without one it stays until the next begins. The distance that was estimated brings everything back to
  /// the plan.
  mutating func correct(to metres: Double, at now: Instant) {
    let clock = clock(at: now)
    let estimated = tally(at: clock).estimated
    let isAsEstimated = estimated.map { abs($0 - metres) < Self.roundingMetres } ?? false
    state.tally.correct(to: isAsEstimated ? nil : metres)
    guard case .interval(let place, let span) = state.stage else { return }
    let time = clock - span.begin
    guard let speed = timeline.interval(at: place).interval.pace?.metresPerSecond else {
      state.tally.correct(to: metres)
      state.course.isMeasured = true
      return
    }
    if !isAsEstimated { state.tally.correct(to: metres - speed * time.inSeconds) }
    guard let estimated else { return }
    let following = following(out: false)
    if !isAsEstimated || !followPlan(at: place, clock: clock) {
      amend(place, speed: speed, clock: clock) { goal, entry in
        // What is covered in a repeat is the share of the distance that it has of the estimate.
        goal - metres * (estimated > 0 ? min(max(0, (estimated - entry) / estimated), 1) : 1)
      }
    }
    state.cueing.passed = max(state.cueing.passed ?? clock, clock)
    if self.span != span || self.following(out: false) != following { state.cueing.isNextAnnounced = false }
  }

  /// Takes back what was amended of the repeats round a place; false, and nothing changes, where the plan would have
  /// left that behind by now.
  private mutating func followPlan(at place: Place, clock: Instant) -> Bool {
    guard let (plan, interval) = plan(at: place, clock: clock), let end = end(of: interval) else { return false }
    state.course.amend(place, by: [])
    adopt(plan, endingAt: end)
    return true
  }

  /// Has the repeats round a place end where what is left of their goals is covered or, where nothing is, with the
  /// present interval.
  private mutating func amend(
    _ place: Place, speed: Double, clock: Instant, left: (_ goal: Double, _ entry: Double) -> Double
  ) {
    let onTheWay = speed * (clock - span.begin - state.course.extended).inSeconds
    let shortest = speed * PlanLimits.shortestPiece.inSeconds + Self.roundingMetres
    let present = plan(at: place, clock: clock)?.interval ?? timeline.interval(at: place).uncut
    var ends: [Instant?] = []
    let own = timeline.distanceGoals(round: place).map { level, goal in
      let begin = timeline.measure(before: place, inRepeatAt: level).metres ?? 0
      let left = left(goal, state.course.entries[level])
      let end: Double
      if left > Self.roundingMetres {
        // An interval that was made longer stays what it is in the plan, and only its end is another.
        let planned = state.course.extended > .zero ? (present.metres ?? 0) + Self.roundingMetres : 0
        end = max(onTheWay + left, shortest, planned)
        ends.append(clock + .seconds(left / speed))
      } else {
        // What is left behind the interval is too short to keep.
        end = (present.metres ?? 0) + Self.roundingMetres
        ends.append(self.end(of: present))
      }
      return Timeline.Amendment(place, level: level, metres: min(begin + end, Timeline.Amendment.longest))
    }
    let amendments = state.course.amended(place, by: own)
    guard let amended = workout.timeline.amended(by: amendments), amended.contains(place) else { return }
    state.course.amend(place, by: own)
    ends.append(end(of: amended.interval(at: place)))
    if let end = ends.compactMap(\.self).min() { adopt(amended, endingAt: end) }
  }

  /// The timeline without what was amended of the repeats round a place, and the interval there, where its end by that
  /// lies ahead.
  private func plan(at place: Place, clock: Instant) -> (timeline: Timeline, interval: ScheduledInterval)? {
    guard let plan = workout.timeline.amended(by: state.course.amended(place, by: [])), plan.contains(place),
      let end = end(of: plan.interval(at: place)), end > clock
    else { return nil }
    return (plan, plan.interval(at: place))
  }

  /// When an interval that began with the present stage ends, moved by hand as the stage was; nil for an open one.
  private func end(of interval: ScheduledInterval) -> Instant? {
    interval.duration.map { span.begin + $0 + state.course.extended }
  }

  private mutating func adopt(_ timeline: Timeline, endingAt end: Instant) {
    self.timeline = timeline
    changeSpan { $0.end = end }
  }

  /// What rounding may add to or take from a distance.
  static let roundingMetres = 1e-6
}
