package import WorkoutReports
package import Concurrency
import Dispatch
import FoundationEssentials
import PlanNotation
import Synchronization
package import ControlInterface
package import WorkoutEngine
package import WorkoutModel
import WorkoutPresentation

/// Keeps the beat: gives the engine its commands and its time, and hands what comes of it to the outputs.
///
/// There is at most one alarm, and it is set exactly when the engine has a deadline, or the place is to be kept once
/// more in a long interval, to the first of them. Whatever changes the engine goes through `settle`, which hands its
/// effects on and sets the alarm anew; nothing in between awaits, so that no other call sees the engine without its
/// alarm. When the alarm rings early the engine has nothing to say and the alarm is set once more; when it rings late
/// the engine catches up in one step.
package actor WorkoutRunner {
  private let executor: QueueExecutor
  private let timekeeper: any Timekeeper
  private let environment: [String: String]
  private let outputs: [any WorkoutOutput]
  private let keeper: (any WorkoutKeeper)?
  /// When what is kept is too old; nil where it does not grow old, as nothing is under way, or all stands still.
  private var keepingDeadline: Instant?
  private var engine = WorkoutEngine()
  private var running: RunningWorkout?
  /// Whether the process is about to end.
  private var isSuspended = false
  private var configuration: Settings
  private var watchers = Watchers()
  private var sleepRecord: SleepRecord
  /// What callers on other threads read: the state after the last change.
  private let published: Mutex<PublishedState>
  private lazy var alarm = timekeeper.makeAlarm(on: queue) { [weak self] in self?.assumeIsolated { $0.wake() } }

  /// Maximum age of the saved state while the workout's clock runs; a power failure loses no more than that.
  static let keepingInterval = Duration.seconds(60)
  /// A cue this shortly before the saved state reaches its maximum age saves it, which spares a wake-up of its own.
  static let keepingTolerance = Duration.seconds(5)

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    // The executor lives as long as the actor that holds it.
    unsafe executor.asUnownedSerialExecutor()
  }

  private nonisolated var queue: DispatchQueue { executor.queue }

  package init(
    on executor: QueueExecutor, timekeeper: any Timekeeper = SystemTimekeeper(),
    configuration: Settings = Settings(), environment: [String: String] = [:], outputs: [any WorkoutOutput] = [],
    keeper: (any WorkoutKeeper)? = nil
  ) {
    self.executor = executor
    self.timekeeper = timekeeper
    sleepRecord = SleepRecord(timeAsleep: timekeeper.timeAsleep)
    self.configuration = configuration
    self.environment = environment
    self.outputs = outputs
    self.keeper = keeper
    published = Mutex(
      PublishedState(idleUnits: configuration.units(inLocaleOf: environment), sleepRecord: sleepRecord))
  }

  /// The settings that plans are read under.
  package var settings: Settings { configuration }

  package func start(_ request: RequestedWorkout, replace: Bool) throws(ControlError) -> Report.Status {
    guard !isSuspended else { throw .notRunning }
    let starting = RunningWorkout(
      request, startedAt: timekeeper.timeOfDay, configuration: configuration, environment: environment)
    try perform(.start(request.workout, cues: starting.cueRules, replacing: replace), beginning: starting)
    return status(withPlan: true)
  }

  package func stop() throws(ControlError) -> Report.Summary {
    guard let summary = try perform(.stop).compactMap(\.summary).last else { throw .notRunning }
    return summary
  }

  /// Does what a command asks, and says how the workout then stands.
  package func handle(_ command: Command) throws(ControlError) -> Report.Status {
    try perform(command)
    return status(withPlan: true)
  }

  /// Takes a distance for what is covered so far; nil when idle.
  package func correct(toMetres metres: Double) throws(ControlError) -> Report.Corrected? {
    // What is kept for another process is not over.
    guard !isSuspended else { throw .notRunning }
    meetSleep()
    let now = timekeeper.now
    settle(engine.advance(to: now))
    guard let before = engine.progress(at: now) else { return nil }
    let elapsed = before.elapsed.inMilliseconds
    guard Report.Corrected.plausibleMetres(elapsedMs: elapsed).contains(metres) else {
      throw .implausibleDistance(.init(distanceM: metres, elapsedMs: elapsed))
    }
    return Report.Corrected(status: try handle(.correct(metres: metres)), wasM: before.metres)
  }

  /// Status of the workout, computed on the calling thread from the state that was published last.
  ///
  /// It never waits for the runner's queue. If the machine has slept and the runner has not noticed yet, the status takes
  /// that into account, and the runner is notified.
  package nonisolated func status() -> Report.Status {
    var state = published.withLock { $0 }
    let now = timekeeper.now
    if state.handleSleep(timeAsleep: timekeeper.timeAsleep, at: now) {
      queue.async { [weak self] in self?.assumeIsolated { $0.meetSleep() } }
    }
    return Report.Status(
      state.engine.progress(at: now), of: state.running, at: now, withPlan: true, idleUnits: state.idleUnits)
  }

  /// Publishes the state for `status`; called whenever the engine, the workout or the configuration has changed.
  private func publish() {
    let state = PublishedState(engine: engine, running: running, idleUnits: idleUnits, sleepRecord: sleepRecord)
    published.withLock { $0 = state }
  }

  /// The state at once, then every event; a watcher that does not keep up is let go.
  package func watch() -> AsyncStream<Report.Event> {
    meetSleep()
    return watchers.add(first: Report.Event(event: .state, status: status(withPlan: true))) { [queue, weak self] id in
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
      setAlarm()
    }
    publish()
    watchers.tell(Report.Event(event: .state, status: status(withPlan: false)))
  }

  /// Takes note that the machine is about to sleep, and has the place kept; what is due by now is told before.
  package func fallAsleep() {
    meetSleep()
    let now = timekeeper.now
    settle(engine.advance(to: now))
    sleepRecord.announce(at: now)
    publish()
    save([])
  }

  /// Looks whether the machine has slept, and has the workout go on behind that as the settings say.
  ///
  /// - Parameter isToldOf: Whether somebody says that the sleep which was about to begin is over.
  package func meetSleep(isToldOf: Bool = false) {
    let now = timekeeper.now
    guard let sleep = sleepRecord.take(timeAsleep: timekeeper.timeAsleep, at: now, isToldOf: isToldOf) else {
      if isToldOf { publish() }
      return
    }
    let missedBefore = engine.progress(at: now)?.punctuality.missed ?? 0
    let effects = engine.handleSleep(sleep, policy: running?.settings.sleepPolicy ?? .continue, at: now)
    publish()
    if let effects { settle(effects, behind: .sleep, missedBefore: missedBefore) }
  }

  /// Hands over what a workout has come to behind an interruption.
  private func settle(_ effects: [Effect], behind interruption: Interruption, missedBefore: Int) {
    let after =
      effects.lazy.compactMap(\.outcome).first?.punctuality ?? engine.progress(at: timekeeper.now)?.punctuality
    settle(
      effects, behind: Gap(interruption: interruption, missed: (after?.missed ?? 0) - missedBefore), savingToDisk: true)
  }

  /// Goes on with a workout that an earlier process kept: by itself after a short absence, and paused after a longer
  /// one.
  ///
  /// - Throws: what makes it impossible to go on with; then nothing has changed.
  package func restore(_ kept: KeptWorkout) throws(KeptWorkout.Fault) {
    let request: RequestedWorkout
    do {
      let settings = configuration.with(timing: try readConfiguration(kept.timing))
      request = try RequestedWorkout(text: kept.plan, planName: kept.planName, configuration: settings)
    } catch {
      throw .notation(error)
    }
    let restored = RunningWorkout(
      request, id: kept.id, startedAt: kept.startedAt, configuration: configuration, environment: environment)
    guard
      let engine = WorkoutEngine(
        request.workout, cues: restored.cueRules, restoring: kept.snapshot, takenAt: kept.clocks.now)
    else { throw .impossible }
    (self.engine, running) = (engine, restored)
    resume(from: kept.clocks)
  }

  /// Takes up the workout whose place was kept when the clocks showed what they showed then.
  private func resume(from then: ClockReading) {
    let reading = timekeeper.reading
    let away = reading.passed(since: then)
    let asleep = reading.asleep(since: then)
    // What the clock of deadlines did not go on by, or has begun anew, the workout has.
    let shift = asleep.map { .zero - $0 } ?? (reading.now - away - then.now)
    engine.shift(by: shift)
    let isShort = away <= configuration.maxAbsence && (asleep == .zero || configuration.sleepPolicy == .continue)
    let missed = engine.progress(at: then.now + shift)?.punctuality.missed ?? 0
    let effects =
      asleep != nil && isShort
      ? engine.resume(after: .restart, at: reading.now)
      : engine.resumePaused(asOf: then.now + shift, after: .restart, at: reading.now)
    settle(effects, behind: .restart, missedBefore: missed)
  }

  /// Keeps the place as it is now, for another process to go on from; from then on nothing is under way, and nothing
  /// can be started.
  ///
  /// - Returns: the workout that was under way; nil where there was none.
  package func suspend() -> RunningWorkout? {
    meetSleep()
    settle(engine.advance(to: timekeeper.now))
    save([])
    isSuspended = true
    alarm.set(for: nil)
    defer {
      (engine, running) = (WorkoutEngine(), nil)
      publish()
    }
    return running
  }

  private func wake() {
    meetSleep()
    let now = timekeeper.now
    sleepRecord.drive(at: now)
    settle(engine.advance(to: now))
  }

  /// Lets the engine catch up, and then do what a command asks; `next` is the workout that it starts.
  @discardableResult private func perform(
    _ command: Command, beginning next: RunningWorkout? = nil
  ) throws(ControlError) -> [WorkoutEvent] {
    meetSleep()
    let now = timekeeper.now
    sleepRecord.drive(at: now)
    settle(engine.advance(to: now))
    do {
      return settle(try engine.handle(command, at: now), beginning: next, savingToDisk: true)
    } catch {
      switch error {
      case .alreadyRunning: throw .alreadyRunning(status(withPlan: true))
      case .notRunning: throw .notRunning
      }
    }
  }

  /// Hands effects over, saves the state and sets the alarm.
  ///
  /// The state goes to disk if a command or an interruption changed it, at an end, and once a minute; cues in between
  /// are saved in memory only, as they follow from the plan and the clock.
  @discardableResult private func settle(
    _ effects: [Effect], beginning next: RunningWorkout? = nil, behind gap: Gap? = nil, savingToDisk: Bool = false
  ) -> [WorkoutEvent] {
    let now = timekeeper.now
    let events = WorkoutEvent.events(
      for: effects, at: now, in: &running, beginning: next, progress: engine.progress(at: now), after: gap)
    publish()
    // What is seen and heard comes first among the outputs, and is on its way before the others hear of anything.
    for output in outputs {
      for event in events { output.receive(event) }
    }
    for event in events where !watchers.isEmpty {
      if let event = Report.Event(event, idleUnits: idleUnits) { watchers.tell(event) }
    }
    // The cue of an end has the summary too. A workout that was stopped before its first interval is not recorded.
    let ends = events.filter { ($0.effect.outcome?.intervals ?? 0) > 0 }
    let tolerance = effects.isEmpty ? .zero : Self.keepingTolerance
    let isTooOld = keepingDeadline.map { $0 - tolerance <= timekeeper.now } ?? false
    if isTooOld || !effects.isEmpty && (savingToDisk || running == nil) {
      save(ends.compactMap(\.summary))
    } else if !effects.isEmpty {
      saveInMemory()
    }
    setAlarm()
    return events
  }

  private func setAlarm() {
    alarm.set(for: [engine.nextDeadline, keepingDeadline].compactMap(\.self).min())
  }

  /// Saves the state, and records workouts that have ended; what `suspend` has saved is never replaced.
  private func save(_ summaries: some Sequence<Report.Summary>) {
    guard !isSuspended else { return }
    keepingDeadline = nil
    guard let keeper else { return }
    for summary in summaries { keeper.record(summary) }
    guard let running, let snapshot = engine.snapshot else {
      keeper.keep(nil)
      return
    }
    let reading = timekeeper.reading
    keeper.keep(KeptWorkout(running, snapshot, at: reading))
    if engine.progress(at: reading.now)?.isPaused == false { keepingDeadline = reading.now + Self.keepingInterval }
  }

  private func saveInMemory() {
    guard !isSuspended, let keeper, let running, let snapshot = engine.snapshot else { return }
    keeper.keepInMemory(KeptWorkout(running, snapshot, at: timekeeper.reading))
  }

  private var idleUnits: DisplayUnits { configuration.units(inLocaleOf: environment) }

  private func status(withPlan: Bool) -> Report.Status {
    let now = timekeeper.now
    return Report.Status(engine.progress(at: now), of: running, at: now, withPlan: withPlan, idleUnits: idleUnits)
  }
}
