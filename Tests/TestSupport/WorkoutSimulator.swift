package import WorkoutEngine

/// Wakes an engine at each of the engine's deadlines, and records the effects with their times.
package struct WorkoutSimulator {
  package var engine = WorkoutEngine()
  package private(set) var now: Instant
  package private(set) var events: [Event] = []
  /// The lines of the laps until the last restart.
  private var lapLines: [String] = []

  package struct Event: Equatable, Sendable {
    package let at: Instant
    package let effect: Effect
    /// Progress after the effect; nil if no workout is running.
    package let progress: Progress?
  }

  package init(at now: Instant = Instant(sinceOrigin: .seconds(1000))) {
    self.now = now
  }

  /// Lets time pass; the engine wakes up after each deadline, late by `lateness`.
  package mutating func run(for duration: Duration, lateness: Duration = .zero) {
    let end = now + duration
    while let deadline = engine.nextDeadline, deadline + lateness <= end {
      leap(to: max(deadline + lateness, now))
    }
    now = end
  }

  /// Runs until the engine has no further deadline.
  package mutating func runToEnd(lateness: Duration = .zero) {
    while let deadline = engine.nextDeadline { leap(to: max(deadline + lateness, now)) }
  }

  /// Wakes the engine up at an instant.
  package mutating func leap(to instant: Instant) {
    now = instant
    record(engine.advance(to: now))
  }

  /// Interrupts the workout for a duration, and then resumes the workout.
  package mutating func interrupt(for duration: Duration, by interruption: Interruption) {
    now += duration
    record(engine.resume(after: interruption, at: now))
  }

  /// Interrupts the workout for a duration, and then pauses the workout.
  ///
  /// The pause begins at the start of the interruption.
  package mutating func interruptAndPause(for duration: Duration, by interruption: Interruption) {
    now += duration
    record(engine.resumePaused(asOf: now - duration, after: interruption, at: now))
  }

  package mutating func handle(_ command: Command) throws(CommandError) {
    record(engine.advance(to: now))
    record(try engine.handle(command, at: now))
  }

  /// Passes a value of the distance sensor to the engine.
  ///
  /// `span` is the time in which the metres were covered; nil for the time since the previous value.
  package mutating func measure(metres: Double?, in span: Duration? = nil, metresPerSecond: Double) {
    record(engine.advance(to: now))
    record(engine.measure(MeasuredMotion(metres: metres, in: span, metresPerSecond: metresPerSecond), at: now))
  }

  /// Lets time pass, during which a sensor sends a value after each `period`.
  ///
  /// `speed` is the speed of the runner in metres per second.
  package mutating func run(for duration: Duration, at speed: Double, every period: Duration = .seconds(1)) {
    let end = now + duration
    while now + period <= end {
      run(for: period)
      measure(metres: speed * (period / .seconds(1)), metresPerSecond: speed)
    }
    run(for: end - now)
  }

  /// Replaces the engine with one that is restored from its snapshot and the lines of its laps.
  ///
  /// - Parameters:
  ///   - snapshot: The snapshot; nil for the present one.
  ///   - cues: The rules for the cues.
  ///   - lines: The lines of the laps; nil for all lines.
  /// - Throws: `NotRestored` if no workout is running, or if the snapshot is impossible.
  package mutating func restart(
    from snapshot: WorkoutEngine.Snapshot? = nil, cues: CueRules = .none, lapLines lines: [String]? = nil
  ) throws(NotRestored) {
    lapLines += engine.takeLapLines()
    guard let workout = engine.workout, let snapshot = snapshot ?? engine.snapshot,
      let restored = WorkoutEngine(
        workout, cues: cues, restoring: snapshot, lapLines: lines ?? lapLines, takenAt: now)
    else { throw NotRestored() }
    engine = restored
  }

  package struct NotRestored: Error {}

  /// The engine after the lines of its laps were taken.
  package var withLinesTaken: WorkoutEngine {
    var engine = engine
    _ = engine.takeLapLines()
    return engine
  }

  /// Returns the events since the last call.
  package mutating func takeEvents() -> [Event] {
    defer { events = [] }
    return events
  }

  private mutating func record(_ effects: [Effect]) {
    events += effects.map { Event(at: now, effect: $0, progress: engine.progress(at: now)) }
  }
}
