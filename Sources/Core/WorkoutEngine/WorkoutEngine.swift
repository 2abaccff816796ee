package import WorkoutModel

/// State machine of a workout, which takes commands and the time, and returns effects.
///
/// The engine does not read a clock and has no side effects. The caller passes the time to each call, calls `advance`
/// at `nextDeadline`, and carries out the effects. The time never decreases from call to call.
///
///     in \ on  start             stop  pause   resume   toggle   next      previous  extend   correct  deadline
///     idle     lead-in, running  –     –       –        –        –         –         –        –
///     lead-in  – (again)         idle  paused  lead-in  paused   running   lead-in   lead-in  lead-in  running
///     running  – (again)         idle  paused  running  paused   running*  running   running* running* running*
///     paused   – (again)         idle  paused  resumes  resumes  paused*   paused    paused   paused
///
/// A dash means that the command fails with `alreadyRunning` or `notRunning`, and changes nothing. The word "again"
/// means that `start` with `replacing` begins a new workout instead. A star means that the engine becomes idle after
/// the last interval. A workout resumes where it was paused, in the lead-in or in an interval. A command that moves a
/// paused workout leaves the workout paused. A value of the distance sensor changes the state as `correct` does, but has
/// no effect while the engine is idle.
package struct WorkoutEngine: Equatable, Sendable {
  var session: Session?

  /// Makes an idle engine.
  package init() {}

  /// Time after the start of an interval during which `previous` moves to the previous interval.
  package static let previousReach = Duration.seconds(3)

  /// Instant at which the caller must call `advance`; nil if nothing is due until the next command.
  package var nextDeadline: Instant? {
    guard let session else { return nil }
    return [session.deadline, session.upcoming()?.at].compactMap(\.self).min()
  }

  package var workout: Workout? { session?.workout }

  /// Time since the start of the workout, including the lead-in and the pauses; nil when the engine is idle.
  package func timeSinceStart(at now: Instant) -> Duration? { session.map { now - $0.state.began } }

  /// State of the workout; nil when the engine is idle.
  package func progress(at now: Instant) -> Progress? { session?.progress(at: now) }

  /// Handles all deadlines and cues that are due at `now`; if several intervals have begun, only the last is announced.
  package mutating func advance(to now: Instant) -> [Effect] {
    var crossed = 0
    while let deadline = session?.deadline, deadline <= now {
      if let skipped = session?.skipRounds(to: now), skipped > 0 {
        crossed += skipped
        continue
      }
      guard session?.beginFollowing(at: deadline) == true else {
        session?.state.tally.punctuality.record(lateness: now - deadline, missed: crossed)
        return finish(at: deadline, now: now, lateness: now - deadline)
      }
      crossed += 1
    }
    let began = crossed > 0 ? beginOnTime(now, missed: crossed - 1) : []
    return began + (session?.announceDue(at: now).map(Effect.announced) ?? [])
  }

  /// Handles a value of the sensor that measures the distance; the caller first calls `advance` with the same instant.
  ///
  /// A value during the lead-in or a pause counts only as the starting point of the next value.
  package mutating func measure(_ motion: MeasuredMotion, at now: Instant) -> [Effect] {
    session?.measure(motion, at: now)
    return nextIfOver(after: .distance, at: now)
  }

  /// Replaces the values of the sensors that are shown and spoken; nil if no sensor is used.
  package mutating func show(_ values: SensedValues?) {
    session?.sensed = values
  }

  /// Counts new values of the sensors, unless the clock is stopped or the workout is in the lead-in.
  ///
  /// - Parameters:
  ///   - heartRate: Heartbeats per minute; nil without a new value.
  ///   - cadence: Steps per minute, of both feet; nil without a new value.
  package mutating func count(heartRate: Int?, cadence: Int?) {
    guard heartRate != nil || cadence != nil, session?.state.pause == nil, session?.position != nil else { return }
    var vitals = session?.state.vitals ?? Vitals()
    vitals.add(heartRate: heartRate, cadence: cadence)
    session?.state.vitals = vitals
  }

  /// A copy without the laps so far, for a reader of the progress.
  ///
  /// While a complete copy exists, each new lap copies all laps.
  package var withoutLaps: WorkoutEngine {
    var engine = self
    engine.session?.dropLaps()
    return engine
  }

  /// Replaces the cue rules of the present workout.
  package mutating func adopt(_ cues: CueRules) {
    session?.cues = cues
  }

  /// Carries out a command; the caller first calls `advance` with the same instant.
  ///
  /// Pausing a paused workout or resuming a running workout has no effect and is not an error.
  ///
  /// - Throws: `CommandError` if the command is not allowed in the present state.
  package mutating func handle(_ command: Command, at now: Instant) throws(CommandError) -> [Effect] {
    if case .start(let workout, let cues, let replacing) = command {
      return try start(workout, cues: cues, replacing: replacing, at: now)
    }
    guard let session else { throw .notRunning }
    if command == .toggle { return try handle(session.state.pause == nil ? .pause(.user) : .resume, at: now) }
    return perform(command, at: now)
  }

  /// Carries out a command of the present workout.
  private mutating func perform(_ command: Command, at now: Instant) -> [Effect] {
    guard var session else { return [] }
    switch command {
    case .start, .toggle: preconditionFailure("\(command) is not a command of a workout")
    case .stop: return stop(asOf: session.clock(at: now), at: now)
    case .pause(let reason):
      guard session.state.pause == nil else { return [] }
      session.pause(reason, at: now)
      return [.paused(reason)] + announce(.paused, in: session, at: now)
    case .resume:
      guard session.state.pause != nil else { return [] }
      session.resume(at: now)
      self.session = session
      // If the end of the stage is due already, the start of the next stage is announced instead of the resumption.
      if let deadline = session.deadline, deadline <= now { return advance(to: now) }
      return [.resumed] + announce(.resumed, in: session, at: now)
    case .next(let out):
      self.session = session
      return next(out: out, after: .next, at: now)
    case .previous: return previous(in: session, at: now)
    case .extend(let duration):
      session.extend(by: duration, at: now)
      self.session = session
      return [.extended(by: duration)] + nextIfOver(after: .time, at: now)
    case .correct(let metres):
      session.correct(to: metres, at: now)
      self.session = session
      return [.corrected(metres: metres)] + nextIfOver(after: .distance, at: now)
    }
  }

  /// Begins the next interval if a command has ended the present interval; `ending` is the reason for the end.
  private mutating func nextIfOver(after ending: Lap.Ending, at now: Instant) -> [Effect] {
    guard let deadline = session?.deadline, deadline <= now else { return [] }
    return next(out: false, after: ending, at: now)
  }

  /// Begins the next interval before the end of the present interval; `ending` is the reason for the end.
  mutating func next(out: Bool, after ending: Lap.Ending?, at now: Instant) -> [Effect] {
    guard let begin = session?.clock(at: now) else { return [] }
    guard let position = session?.positionAfterSkip(out: out, at: now) else {
      return finish(at: begin, after: ending, now: now, lateness: nil)
    }
    session?.begin(position, at: begin, after: ending)
    return beginByCommand()
  }

  private mutating func start(
    _ workout: Workout, cues: CueRules, replacing: Bool, at now: Instant
  ) throws(CommandError) -> [Effect] {
    guard session == nil || replacing else { throw .alreadyRunning }
    let stopped = session == nil ? [] : try handle(.stop, at: now)
    session = Session(workout, cues: cues, at: now)
    return stopped + [.started] + beginByCommand()
  }

  /// Stops the workout as of an instant on the session's clock; time after that instant does not count.
  ///
  /// Has no effect when the engine is idle.
  package mutating func stop(asOf instant: Instant, at now: Instant) -> [Effect] {
    guard var session else { return [] }
    let outcome = session.outcome(completed: false, after: .stop, at: instant, now: now)
    self.session = nil
    return [.stopped(outcome)] + session.announce(.stopped, at: now, outcome: outcome).map(Effect.announced)
  }

  private mutating func previous(in session: Session, at now: Instant) -> [Effect] {
    guard case .interval(let position, let span) = session.state.stage else {
      self.session?.beginLeadIn(at: now)
      return beginByCommand()
    }
    let isReached = session.clock(at: now) - span.begin < Self.previousReach
    let target = isReached ? session.timeline.position(before: position) ?? position : position
    self.session?.moveBack(to: target, at: now)
    return beginByCommand()
  }

  /// Announces a stage that a command began.
  private mutating func beginByCommand() -> [Effect] {
    guard var session else { return [] }
    session.state.cueing.isNextAnnounced = false
    session.state.cueing.taken = [:]
    let announcements = session.announceBeginning(lateness: nil)
    self.session = session
    let effect: Effect =
      switch session.state.stage {
      case .leadIn: .leadInBegan
      case .interval: .intervalBegan(lateness: nil, missed: 0)
      }
    return [effect] + announcements.map(Effect.announced)
  }

  /// Announces an interval that began at its deadline.
  private mutating func beginOnTime(_ now: Instant, missed: Int) -> [Effect] {
    guard var session else { return [] }
    let lateness = now - session.span.begin
    session.state.tally.punctuality.record(lateness: lateness, missed: missed)
    if missed > 0 { session.state.cueing.isNextAnnounced = false }
    let wasAnnounced = session.state.cueing.isNextAnnounced
    let announcements = session.announceBeginning(lateness: lateness)
    self.session = session
    return [.intervalBegan(lateness: lateness, missed: missed, wasAnnounced: wasAnnounced)]
      + announcements.map(Effect.announced)
  }

  private mutating func announce(_ occasion: Occasion, in session: Session, at now: Instant) -> [Effect] {
    var session = session
    let announcements = session.announce(occasion, at: now)
    self.session = session
    return announcements.map(Effect.announced)
  }

  /// Finishes the workout as of an instant on the session's clock.
  ///
  /// `ending` is the reason why the last interval ends; nil if it has its full length.
  mutating func finish(
    at instant: Instant, after ending: Lap.Ending? = nil, now: Instant, lateness: Duration?
  ) -> [Effect] {
    guard var session else { return [] }
    let outcome = session.outcome(completed: true, after: ending, at: instant, now: now)
    self.session = nil
    return [.finished(outcome, lateness: lateness)]
      + session.announce(.finish, at: instant, outcome: outcome, lateness: lateness).map(Effect.announced)
  }
}
