import Dispatch
package import WorkoutControl
package import WorkoutEngine
package import WorkoutModel

/// Keeps the beat: gives the engine its commands and its time, and hands what comes of it to the outputs.
///
/// There is at most one alarm, and it is set exactly when the engine has a deadline, to that deadline. Whatever changes
/// the engine goes through `settle`, which hands its effects on and sets the alarm anew; nothing in between awaits, so
/// that no other call sees the engine without its alarm. When the alarm rings early the engine has nothing to say and
/// the alarm is set once more; when it rings late the engine catches up in one step.
package actor WorkoutRunner {
  private let executor: QueueExecutor
  private let timekeeper: any Timekeeper
  private let environment: [String: String]
  private let outputs: [any WorkoutOutput]
  private var engine = WorkoutEngine()
  private var running: RunningWorkout?
  private var configuration: Settings
  private var watchers = Watchers()
  private lazy var alarm = timekeeper.makeAlarm(on: queue) { [weak self] in self?.assumeIsolated { $0.wake() } }

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    // The executor lives as long as the actor that holds it.
    unsafe executor.asUnownedSerialExecutor()
  }

  private nonisolated var queue: DispatchQueue { executor.queue }

  package init(
    on executor: QueueExecutor, timekeeper: any Timekeeper = SystemTimekeeper(),
    configuration: Settings = Settings(), environment: [String: String] = [:], outputs: [any WorkoutOutput] = []
  ) {
    self.executor = executor
    self.timekeeper = timekeeper
    self.configuration = configuration
    self.environment = environment
    self.outputs = outputs
  }

  /// The settings that plans are read under.
  package var settings: Settings { configuration }

  package func start(_ request: RequestedWorkout, replace: Bool) throws(ControlError) -> Wire.Status {
    let starting = RunningWorkout(
      request, startedAt: timekeeper.timeOfDay, configuration: configuration, environment: environment)
    try perform(.start(request.workout, cues: starting.cueRules, replacing: replace), beginning: starting)
    return status(withPlan: true)
  }

  package func stop() throws(ControlError) -> Wire.Summary {
    guard let summary = try perform(.stop).compactMap(\.summary).last else { throw .notRunning }
    return summary
  }

  /// Does what a command asks, and says how the workout then stands.
  package func handle(_ command: Command) throws(ControlError) -> Wire.Status {
    try perform(command)
    return status(withPlan: true)
  }

  package func status() -> Wire.Status { status(withPlan: true) }

  /// The state at once, then every event; a watcher that does not keep up is let go.
  package func watch() -> AsyncStream<Wire.Event> {
    watchers.add(first: Wire.Event(event: .state, status: status(withPlan: true))) { [queue, weak self] id in
      queue.async { [weak self] in self?.assumeIsolated { $0.watchers.remove(id) } }
    }
  }

  /// Ends all watching, when what has been told so far has been read.
  package func endWatching() {
    watchers.end()
  }

  /// Takes on another configuration; a running workout keeps its place and its paces.
  package func adopt(_ configuration: Settings) {
    self.configuration = configuration
    if running?.adopt(configuration) != nil, let running, let progress = engine.progress(at: timekeeper.now) {
      engine.adopt(running.cueRules)
      for output in outputs { output.adopt(running, progress) }
      alarm.set(for: engine.nextDeadline)
    }
    watchers.tell(Wire.Event(event: .state, status: status(withPlan: false)))
  }

  private func wake() {
    settle(engine.advance(to: timekeeper.now))
  }

  /// Lets the engine catch up, and then do what a command asks; `next` is the workout that it starts.
  @discardableResult private func perform(
    _ command: Command, beginning next: RunningWorkout? = nil
  ) throws(ControlError) -> [WorkoutEvent] {
    let now = timekeeper.now
    settle(engine.advance(to: now))
    do {
      return settle(try engine.handle(command, at: now), beginning: next)
    } catch {
      switch error {
      case .alreadyRunning: throw .alreadyRunning(status(withPlan: true))
      case .notRunning: throw .notRunning
      }
    }
  }

  /// Hands effects over and sets the alarm.
  @discardableResult private func settle(
    _ effects: [Effect], beginning next: RunningWorkout? = nil
  ) -> [WorkoutEvent] {
    var events: [WorkoutEvent] = []
    var ended: Ended?
    for effect in effects {
      switch effect {
      case .started: (running, ended) = (next, nil)
      case .finished(let outcome, _), .stopped(let outcome): ended = running.map { end(of: $0, outcome) }
      default: break
      }
      guard let running else { continue }
      let event = WorkoutEvent(
        effect: effect, workout: running, progress: ended == nil ? engine.progress(at: timekeeper.now) : nil,
        outcome: ended?.outcome, summary: ended?.summary)
      for output in outputs { output.receive(event) }
      if let event = Wire.Event(event, status: status(withPlan: false)) { watchers.tell(event) }
      events.append(event)
    }
    if ended != nil { running = nil }
    alarm.set(for: engine.nextDeadline)
    return events
  }

  private typealias Ended = (outcome: Outcome, summary: Wire.Summary)

  private func end(of workout: RunningWorkout, _ outcome: Outcome) -> Ended {
    (outcome, Wire.Summary(outcome, of: workout, endedAt: timekeeper.timeOfDay))
  }

  private func status(withPlan: Bool) -> Wire.Status {
    let now = timekeeper.now
    guard let running, let progress = engine.progress(at: now) else {
      return Wire.Status(idleAt: now, units: configuration.units(inLocaleOf: environment))
    }
    return Wire.Status(progress, of: running, at: now, withPlan: withPlan)
  }
}
