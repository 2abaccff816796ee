package import FoundationEssentials
package import WorkoutEngine
package import WorkoutModel
package import WorkoutReports

/// A workout that advances from deadline to deadline, without a clock.
///
/// Each deadline is handled exactly at its time, so no cue is late or missed.
package struct Rehearsal: Sendable {
  private let configuration: Settings
  private let environment: [String: String]
  private var engine = WorkoutEngine()
  private var running: RunningWorkout?
  /// The time of the last call to the engine.
  private var now = Instant(sinceOrigin: .zero)

  /// Makes a rehearsal without a workout.
  package init(configuration: Settings, environment: [String: String]) {
    self.configuration = configuration
    self.environment = environment
  }

  package var isRunning: Bool { running != nil }

  /// The time of the next change or cue that needs no command; nil if nothing happens without a command.
  package var nextDeadline: Instant? { engine.nextDeadline }

  /// Starts a workout, which replaces any running workout; `date` is the time of day at the start.
  package mutating func start(_ request: RequestedWorkout, at now: Instant, on date: Date) -> [WorkoutEvent] {
    let next = RunningWorkout(request, startedAt: date, configuration: configuration, environment: environment)
    let passed = advance(to: now)
    self.now = now
    do {
      let effects = try engine.handle(.start(next.workout, cues: next.cueRules, replacing: true), at: now)
      return passed + events(for: effects, at: now, beginning: next)
    } catch {
      preconditionFailure("a start that replaces is refused: \(error)")
    }
  }

  /// Advances to an instant, handling each deadline at its time.
  package mutating func advance(to now: Instant) -> [WorkoutEvent] {
    var passed: [WorkoutEvent] = []
    while let deadline = engine.nextDeadline, deadline <= now {
      // A command can change the next deadline to a time before the command. The deadline is then handled at the time
      // of the command, because `now` must not decrease.
      self.now = max(deadline, self.now)
      passed += events(for: engine.advance(to: self.now), at: self.now)
    }
    return passed
  }

  /// Advances to an instant, and handles a command.
  ///
  /// If the command fails, the state does not change.
  package mutating func handle(_ command: Command, at now: Instant) throws(CommandError) -> [WorkoutEvent] {
    var next = self
    let passed = next.advance(to: now)
    let effects = try next.engine.handle(command, at: now)
    next.now = now
    self = next
    return passed + events(for: effects, at: now)
  }

  package func status(at now: Instant, withPlan: Bool) -> Report.Status {
    Report.Status(engine.progress(at: now), of: running, at: now, withPlan: withPlan, idleUnits: idleUnits)
  }

  /// The units of a status if no workout is running.
  package var idleUnits: DisplayUnits { configuration.units(inLocaleOf: environment) }

  private mutating func events(
    for effects: [Effect], at now: Instant, beginning next: RunningWorkout? = nil
  ) -> [WorkoutEvent] {
    WorkoutEvent.events(
      for: effects, at: now, in: &running, beginning: next, progress: engine.progress(at: now))
  }
}
