import WorkoutModel

/// Records the commands of a session, and repeats them to find the laps of a restored session.
extension Session {
  /// Records a command before it is carried out; a command without effect is not recorded.
  mutating func record(_ command: Command, at now: Instant) {
    switch command {
    case .pause where state.pause != nil, .resume where state.pause == nil: return
    default: break
    }
    var journal = state.journal ?? CommandJournal()
    journal.append(command, at: now - state.began)
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
      let commands = (state.journal ?? CommandJournal()).commands, commands.allSatisfy({ $0.time <= Self.maxReplay })
    else { return nil }
    var engine = WorkoutEngine(Session(workout, cues: .none, at: state.began))
    for (command, time) in commands { engine.repeat(command, at: state.began + time) }
    // The present interval began at this instant, unless a command began it.
    if state.pause == nil { _ = engine.advance(to: span.begin) }
    guard let session = engine.session, session.state.pause == state.pause, session.state.stage == state.stage,
      session.state.tally.hasSameTimes(as: state.tally)
    else { return nil }
    return session
  }
}

extension WorkoutEngine {
  fileprivate init(_ session: Session) {
    self.session = session
  }

  /// Repeats a command of the journal.
  fileprivate mutating func `repeat`(_ command: Command, at now: Instant) {
    _ = advance(to: now)
    _ = try? handle(command, at: now)
  }
}

extension Tally {
  fileprivate func hasSameTimes(as other: Tally) -> Bool {
    (elapsed, paused, begun) == (other.elapsed, other.paused, other.begun)
  }
}
