import WorkoutModel

/// A running or paused workout.
///
/// The clock of a session stops during a pause. Commands during a pause apply at the instant of the pause. Resuming
/// shifts the present stage by exactly the length of the pause.
struct Session: Equatable, Sendable {
  let workout: Workout
  /// The workout's timeline as planned or, after a command, as last scheduled.
  var timeline: Timeline
  var cues: CueRules
  var state: State
  /// The values of the sensors; nil if no sensor is used.
  ///
  /// They are not saved, because the sensors send new values to the next process.
  var sensed: SensedValues?
  /// The laps; no element in a copy without laps.
  ///
  /// A session is copied several times for each cue, and a copy of an array is faster than a copy of its element.
  private var lapLogs = [LapLog()]

  /// Begins at `now` with the lead-in or, if the workout has no lead-in, with the first interval.
  init(_ workout: Workout, cues: CueRules, at now: Instant) {
    self.workout = workout
    timeline = workout.timeline
    self.cues = cues
    state = State(began: now, stage: .leadIn(Span(begin: now, end: now + workout.leadIn)))
    if workout.leadIn == .zero { _ = beginFollowing(at: now) }
  }

  var laps: LapLog {
    get { lapLogs.first ?? LapLog() }
    _modify {
      if lapLogs.isEmpty { lapLogs.append(LapLog()) }
      yield &lapLogs[0]
    }
  }

  /// Forgets the laps.
  mutating func dropLaps() {
    lapLogs = []
  }

  var span: Span {
    switch state.stage {
    case .leadIn(let span), .interval(_, let span): span
    }
  }

  /// Position of the present interval; nil in the lead-in.
  var position: Position? { state.position }

  /// The time on the session's clock: `now` or, while the workout is paused, the instant of the pause.
  func clock(at now: Instant) -> Instant { state.pause?.begin ?? now }

  /// End of the present stage; nil in a pause or in an open interval.
  var deadline: Instant? { state.pause == nil ? span.end : nil }

  mutating func pause(_ reason: PauseReason, at now: Instant) {
    state.pause = Pause(begin: now, reason: reason)
  }

  mutating func resume(at now: Instant) {
    guard let pause = state.pause else { return }
    let length = now - pause.begin
    state.pause = nil
    state.tally.paused += length
    laps.addPause(from: pause.begin - state.began, to: now - state.began)
    state.cueing.shift(by: length)
    state.motion?.since += length
    changeSpan { span in
      span.begin += length
      span.end? += length
    }
  }

  /// Moves all instants of the session, including the start of a pause.
  mutating func shift(by duration: Duration) {
    state.began += duration
    state.pause?.begin += duration
    state.cueing.shift(by: duration)
    state.motion?.at += duration
    state.motion?.since += duration
    changeSpan { span in
      span.begin += duration
      span.end? += duration
    }
  }

  /// Skips the whole rounds of an endless repeat that are over at `now`.
  ///
  /// The caller advances through the remaining intervals one at a time. The last skipped intervals become laps.
  ///
  /// - Returns: the number of intervals skipped.
  mutating func skipRounds(to now: Instant) -> Int {
    // The next interval has the pace of the plan, if no value arrives until then.
    guard state.course.measured == nil, !isMoving, let deadline, case .interval(let position, let span) = state.stage,
      let (later, rounds) = timeline.position(position, advancedByRoundsWithin: now - deadline),
      let length = rounds.duration, let intervals = rounds.intervals
    else { return 0 }
    state.tally.add(rounds)
    addLaps(from: position, to: later, within: now - deadline)
    state.course.measured = nil
    state.stage = .interval(later, Span(begin: span.begin + length, end: deadline + length))
    return intervals
  }

  /// Adds laps for the intervals from the present position to a later round.
  ///
  /// Earlier rounds are left out if at least `Outcome.maxLaps` laps follow them.
  private mutating func addLaps(from present: Position, to later: Position, within time: Duration) {
    let kept = timeline.position(present, advancedByRoundsWithin: time, keeping: Outcome.maxLaps)
    var position = kept?.position ?? present
    var begin = span.begin - state.began + (kept?.rounds.duration ?? .zero)
    if position != present { laps.begin(timeline.interval(at: position), at: position, begin: begin) }
    while position != later {
      let interval = timeline.interval(at: position)
      guard let duration = interval.duration, let next = timeline.position(after: position) else { return }
      begin += duration
      laps.end(at: begin)
      laps.begin(timeline.interval(at: next), at: next, begin: begin)
      position = next
    }
  }

  /// Restarts the lead-in.
  mutating func beginLeadIn(at now: Instant) {
    let begin = clock(at: now)
    state.cueing.passed = nil
    state.course.beginInterval()
    state.stage = .leadIn(Span(begin: begin, end: begin + workout.leadIn))
  }

  /// Begins the interval at a position, and adds the time spent in the present interval to the totals.
  ///
  /// `ending` is the reason why the present interval ends; nil if it has its full length.
  mutating func begin(_ position: Position, at instant: Instant, after ending: Lap.Ending? = nil) {
    leave(at: instant, ending)
    state.course.beginInterval()
    let interval = timeline.interval(at: position)
    let end = interval.duration.map { instant + $0 }
    state.stage = .interval(position, Span(begin: instant, end: end))
    beginStage(interval, at: position)
    if isMoving { schedule(after: presentDone(at: instant), at: instant) }
  }

  /// Counts the interval that has just begun, begins its lap, and forgets the cues of the previous stage.
  mutating func beginStage(_ interval: ScheduledInterval, at position: Position) {
    state.cueing.passed = nil
    state.cueing.given?.beginStage()
    state.tally.begun += 1
    laps.begin(interval, at: position, begin: span.begin - state.began)
  }

  /// Moves to the next interval, because the present one has its full length; returns false at the end of the plan.
  mutating func beginFollowing(at instant: Instant) -> Bool {
    guard let position = following(out: false) else { return false }
    begin(position, at: instant)
    return true
  }

  /// The next position, or nil at the end of the plan.
  ///
  /// With `out`, the result is the position after the innermost repeat around the present interval.
  func following(out: Bool) -> Position? {
    switch state.stage {
    case .leadIn: timeline.start
    case .interval(let position, _): out ? timeline.position(outOf: position) : timeline.position(after: position)
    }
  }

  /// Result of the workout if the workout ends at `instant` on the session's clock.
  ///
  /// `ending` is the reason why the present interval ends; nil if it has its full length.
  func outcome(completed: Bool, after ending: Lap.Ending?, at instant: Instant, now: Instant) -> Outcome {
    var ended = self
    ended.leave(at: instant, ending)
    let tally = ended.state.tally
    let lastPause = state.pause.map { now - $0.begin } ?? .zero
    return Outcome(
      completed: completed, elapsed: tally.elapsed, paused: tally.paused + lastPause, distance: tally.distance,
      isCorrected: tally.isCorrected, isMeasured: state.motion?.hasDistance ?? false, vitals: state.vitals,
      intervals: tally.begun, punctuality: tally.punctuality, total: (state.pause == nil ? instant : now) - state.began,
      laps: ended.laps.finished(tally))
  }

  /// Totals of the finished intervals, and of the present interval until an instant.
  func tally(at instant: Instant) -> Tally {
    var tally = state.tally
    if case .interval(let position, let span) = state.stage {
      tally.add(
        instant - span.begin, in: timeline.interval(at: position), isMeasured: state.course.isMeasured,
        surplus: surplus(until: instant))
    }
    return tally
  }

  /// Ends the present interval, and adds its time to the totals.
  mutating func leave(at instant: Instant, _ ending: Lap.Ending?) {
    let metres = measuredMetres(until: instant)
    state.tally = tally(at: instant)
    laps.end(ending, at: instant - state.began, measured: metres)
  }

  mutating func changeSpan(_ change: (inout Span) -> Void) {
    var span = span
    change(&span)
    switch state.stage {
    case .leadIn: state.stage = .leadIn(span)
    case .interval(let position, _): state.stage = .interval(position, span)
    }
  }
}
