import WorkoutModel

/// Records the commands of a session, and repeats them to find the laps of a restored session.
extension Session {
  /// Records a command before it is carried out; a command without effect is not recorded.
  mutating func record(_ command: Command, at now: Instant) {
    switch command {
    case .pause where state.pause != nil, .resume where state.pause == nil: return
    default: break
    }
    if state.motion != nil { recordMeasurement(at: now) }
    append(.command(command), at: now)
  }

  /// Records the metres covered in the present interval so far.
  mutating func recordMeasurement(at now: Instant) {
    append(.measured(position == nil ? 0 : presentMetres(until: clock(at: now))), at: now)
  }

  /// Records the end of an interval of a measured workout, unless a command ends the interval.
  mutating func recordEnd(_ ending: Lap.Ending?, at instant: Instant) {
    guard state.motion != nil, !isReplayOfMeasurements else { return }
    switch ending {
    case .next, .back, .stop: return
    case nil, .time, .distance:
      guard position != nil else { return }
      append(.ended(measuredMetres(until: instant), ending), at: instant)
    }
  }

  mutating func append(_ entry: CommandJournal.Entry, at instant: Instant) {
    var journal = state.journal ?? CommandJournal()
    journal.append(entry, at: instant - state.began)
    state.journal = journal
  }

  /// The laps of this restored session.
  ///
  /// If the repeated journal does not lead to the same state, the result contains only the present lap.
  func restoredLaps() -> LapLog {
    if let laps = replayed()?.laps { return laps }
    var laps = LapLog()
    guard let position else { return laps }
    laps.begin(timeline.interval(at: position), at: position, begin: span.begin - state.began)
    return laps
  }

  /// The maximum length of a workout that is repeated: 10 days, in which a workout has at most a million intervals.
  private static let maxReplay = Duration.seconds(10 * 86_400)

  /// A session that repeats the commands of the journal, and ends in the interval and with the totals of this session.
  ///
  /// Nil if this is not possible: the journal is incomplete, the workout is longer than `maxReplay`, or the state was
  /// damaged or forged.
  private func replayed() -> Session? {
    guard span.begin - state.began <= Self.maxReplay,
      let entries = (state.journal ?? CommandJournal()).entries, entries.allSatisfy({ $0.time <= Self.maxReplay })
    else { return nil }
    var engine = WorkoutEngine(Session(workout, cues: .none, at: state.began))
    for (entry, time) in entries { engine.repeat(entry, at: state.began + time) }
    // The present interval began at this instant, unless a command began it.
    if state.pause == nil { _ = engine.advance(to: span.begin) }
    guard let session = engine.session, session.state.pause == state.pause, session.position == position,
      session.span.begin == span.begin, session.span.end == span.end || session.isReplayOfMeasurements,
      session.state.tally.hasSameTimes(as: state.tally)
    else { return nil }
    return session
  }

  /// Repeats the distance that was measured in the present interval; the end of the interval is a later entry.
  fileprivate mutating func repeatMeasurement(_ metres: Double, at now: Instant) {
    let clock = clock(at: now)
    isReplayOfMeasurements = true
    let deviation = position == nil ? 0 : metres - presentMetres(until: clock)
    add(deviation, countedSinceLast: 0, isSpread: false, at: clock, then: motionWithoutSpeed(at: clock))
  }

  /// Repeats the skip of rounds that began at the end of the present interval, until a time since the start.
  fileprivate mutating func repeatSkip(until time: Duration, at end: Instant) {
    changeSpan { $0.end = end }
    _ = moveForwardByRounds(to: state.began + time)
  }

  /// A motion whose speed never applies.
  fileprivate func motionWithoutSpeed(at clock: Instant) -> Motion {
    Motion(
      at: clock, since: clock - Motion.maxSilence, metresPerSecond: 0, elapsed: tally(at: clock).elapsed, metres: 0)
  }

  /// Waits for the end of the present interval, which is a later entry of the journal.
  fileprivate mutating func openInterval() {
    if isReplayOfMeasurements, position != nil { changeSpan { $0.end = nil } }
  }
}

extension WorkoutEngine {
  fileprivate init(_ session: Session) {
    self.session = session
  }

  /// Repeats an entry of the journal.
  fileprivate mutating func `repeat`(_ entry: CommandJournal.Entry, at now: Instant) {
    _ = advance(to: now)
    switch entry {
    case .command(.correct(let metres)) where session?.isReplayOfMeasurements == true:
      // If the correction ended the interval, the end is the next entry.
      session?.correct(to: metres, at: now)
    case .command(let command): _ = try? handle(command, at: now)
    case .measured(let metres): session?.repeatMeasurement(metres, at: now)
    case .ended(let metres, let ending):
      if let metres { session?.repeatMeasurement(metres, at: now) }
      _ = next(out: false, after: ending, at: now)
    case .skipped(let time): session?.repeatSkip(until: time, at: now)
    case .remeasured(let distance):
      guard let clock = session?.clock(at: now), let motion = session?.motionWithoutSpeed(at: clock) else { return }
      session?.spread(distance, at: clock, then: motion)
    }
    session?.openInterval()
  }
}

extension Tally {
  fileprivate func hasSameTimes(as other: Tally) -> Bool {
    (elapsed, paused, begun) == (other.elapsed, other.paused, other.begun)
  }
}
