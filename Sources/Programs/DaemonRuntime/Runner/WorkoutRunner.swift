package import Concurrency
package import ControlInterface
import Dispatch
import FoundationEssentials
import PlanNotation
import Synchronization
package import WorkoutEngine
package import WorkoutModel
import WorkoutPresentation
package import WorkoutReports

/// Runs the workout: passes commands and the time to the engine, and the engine's effects to the outputs.
///
/// Invariant: the runner has one alarm, which is set to the earlier of two deadlines: the engine's next deadline, and
/// the deadline of the next save to disk. If neither deadline exists, the alarm is off. A change of the engine goes
/// through `deliver`, which delivers the effects and sets the alarm again. No function awaits between the change and
/// the new alarm, so every other call finds the alarm set for the engine's current state. If the alarm rings early, the
/// engine returns no effects, and the alarm is set again. If the alarm rings late, the engine catches up in one step.
///
/// A status never waits for the runner's queue: `status()`, in PublishedState.swift, reads the published state.
package actor WorkoutRunner {
  private let executor: QueueExecutor
  let timekeeper: any Timekeeper
  let environment: [String: String]
  private let outputs: [any WorkoutOutput]
  var configuration: Settings
  var engine = WorkoutEngine()
  var running: RunningWorkout?
  var saving: SaveSchedule
  var suspendRecord: SuspendRecord
  /// The part of the saved workout that could not be restored; nil after another workout has started, or after the
  /// workout has ended.
  var lost: Report.LossWord?
  private var watchers = Watchers()
  /// Whether the heart rate comes from a heart-rate sensor, and not from the treadmill.
  var isHeartRateFromStrap = false
  /// Whether the daemon is shutting down; if so, commands are refused, and the saved workout no longer changes.
  var isShutDown = false
  /// The state after the last change, for callers on other threads.
  let published: Mutex<PublishedState>
  lazy var alarm = timekeeper.makeAlarm(on: queue) { [weak self] in self?.assumeIsolated { _ = $0.catchUp() } }

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    // The actor holds the executor, so the executor lives as long as the actor.
    unsafe executor.asUnownedSerialExecutor()
  }

  nonisolated var queue: DispatchQueue { executor.queue }

  package init(
    on executor: QueueExecutor, timekeeper: any Timekeeper = SystemTimekeeper(),
    configuration: Settings = Settings(), environment: [String: String] = [:], outputs: [any WorkoutOutput] = [],
    store: any WorkoutStore
  ) {
    self.executor = executor
    self.timekeeper = timekeeper
    self.configuration = configuration
    self.environment = environment
    self.outputs = outputs
    saving = SaveSchedule(store)
    suspendRecord = SuspendRecord(timeAsleep: timekeeper.timeAsleep)
    published = Mutex(
      PublishedState(
        engine: WorkoutEngine(), running: nil, idleUnits: configuration.units(inLocaleOf: environment),
        suspendRecord: suspendRecord, lost: nil))
  }

  /// The daemon's settings, which apply to each workout that is started.
  package var settings: Settings { configuration }

  /// Performs work if no workout runs; returns whether the work was performed.
  ///
  /// The work must return at once. No workout starts during the work.
  func performWhenIdle(_ work: @Sendable () -> Void) -> Bool {
    guard running == nil else { return false }
    work()
    return true
  }

  /// Starts a workout; with `replace`, a running workout is stopped first.
  package func start(_ request: RequestedWorkout, replace: Bool) throws(ControlError) -> Report.Status {
    guard !isShutDown else { throw .notRunning }
    let workout = RunningWorkout(
      request, startedAt: timekeeper.timeOfDay, configuration: configuration, environment: environment)
    try perform(.start(request.workout, cues: workout.cueRules, replacing: replace), starting: workout)
    return status(withPlan: true)
  }

  /// Stops the workout, and returns its summary.
  package func stop() throws(ControlError) -> Report.Summary {
    guard let summary = try perform(.stop).compactMap(\.summary).last else { throw .notRunning }
    return summary
  }

  /// The summary, without laps, that would be recorded if the workout were stopped now.
  ///
  /// Nil if no workout is running, or if the workout would not be recorded.
  func summaryIfStopped() -> Report.Summary? {
    let now = catchUp()
    var engine = engine.withoutLaps
    guard let running, let outcome = (try? engine.handle(.stop, at: now))?.compactMap(\.outcome).first,
      !outcome.isTooShort
    else { return nil }
    return Report.Summary(outcome, of: running)
  }

  /// Performs a command, and returns the resulting status.
  package func handle(_ command: Command) throws(ControlError) -> Report.Status {
    try perform(command)
    return status(withPlan: true)
  }

  /// Replaces the distance covered so far with a measured distance.
  ///
  /// - Returns: the status, or the summary if the correction finishes the workout, and the distance before the
  ///   correction; nil if no workout is running.
  package func correct(toMetres metres: Double) throws(ControlError) -> Report.Corrected? {
    // After a shutdown, only the next process, which resumes the saved workout, can correct the distance.
    guard !isShutDown else { throw .notRunning }
    let now = catchUp()
    guard let before = engine.progress(at: now) else { return nil }
    let elapsed = before.elapsed.inMilliseconds
    guard Report.Corrected.plausibleMetres(elapsedMs: elapsed).contains(metres) else {
      throw .implausibleDistance(.init(distanceM: metres, elapsedMs: elapsed))
    }
    let summary = try perform(.correct(metres: metres)).compactMap(\.summary).last
    return Report.Corrected(
      status: summary == nil ? status(withPlan: true) : nil, summary: summary, wasM: before.distance.knownMetres,
      wasIsPartial: before.distance.reportedIsPartial)
  }

  /// Returns a stream of the current state and all later events; if its reader is too slow, the stream ends with an
  /// error.
  package func watch() -> some AsyncSequence<Report.Event, any Error> & Sendable {
    handleSuspend()
    return watchers.add(first: Report.Event(event: .state, status: status(withPlan: true))) { [queue, weak self] id in
      queue.async { [weak self] in self?.assumeIsolated { $0.watchers.remove(id) } }
    }
  }

  /// Applies new settings; a running workout keeps its position and its paces.
  package func adopt(_ configuration: Settings) {
    self.configuration = configuration
    running = running?.adopting(configuration)
    if let running, let progress = engine.progress(at: timekeeper.now) {
      engine.adopt(running.cueRules)
      showSensors(of: running.settings)
      for output in outputs { output.adopt(running, progress) }
      setAlarm()
    }
    publish()
    sendState(as: .state)
  }

  /// Sends the present state to the watchers.
  func sendState(as event: Report.EventWord) {
    guard !watchers.isEmpty else { return }
    watchers.send(Report.Event(event: event, status: status(withPlan: false)))
  }

  /// Detects a suspend, advances the engine to the current time, and delivers the effects; returns the current time.
  @discardableResult func catchUp() -> Instant {
    handleSuspend()
    let now = timekeeper.now
    suspendRecord.noteActivity(at: now)
    deliver(engine.advance(to: now))
    return now
  }

  /// Advances the engine to the current time, performs a command, and delivers the effects.
  ///
  /// If the command is a start, `next` is the workout that begins.
  @discardableResult private func perform(
    _ command: Command, starting next: RunningWorkout? = nil
  ) throws(ControlError) -> [WorkoutEvent] {
    let now = catchUp()
    do {
      let effects = try engine.handle(command, at: now)
      if let next { showSensors(of: next.settings) }
      return deliver(effects, starting: next, savingToDisk: true)
    } catch {
      switch error {
      case .alreadyRunning: throw .alreadyRunning(status(withPlan: true))
      case .notRunning: throw .notRunning
      }
    }
  }

  /// Delivers effects to the outputs and watchers, saves the workout, and sets the alarm.
  ///
  /// - Parameters:
  ///   - effects: the effects, in order.
  ///   - next: the workout that begins, if the effects contain a start.
  ///   - gap: the interruption before the effects; nil if the workout was not interrupted.
  ///   - savingToDisk: whether the workout is saved to disk at once; otherwise, it may be saved only in memory.
  /// - Returns: the events that were delivered.
  @discardableResult func deliver(
    _ effects: [Effect], starting next: RunningWorkout? = nil, after gap: Gap? = nil, savingToDisk: Bool = false
  ) -> [WorkoutEvent] {
    let now = timekeeper.now
    let before = running?.id
    let events = WorkoutEvent.events(
      for: effects, at: now, in: &running, beginning: next, progress: engine.progress(at: now), after: gap)
    if running?.id != before { lost = nil }
    publish()
    // The workout is recorded before the outputs receive its end, because a hook may read the history. Both the end of
    // the workout and the cue for the end contain the summary. Only the end has an outcome, so the summary is recorded
    // once.
    if !isShutDown {
      for event in events {
        guard let outcome = event.effect.outcome, let summary = event.summary else { continue }
        if outcome.isTooShort { saving.removeRecords(of: summary.workoutId) } else { saving.record(summary) }
      }
    }
    // Each output receives all events before the next output receives any. The outputs that users see or hear are
    // first in `outputs`.
    for output in outputs {
      for event in events { output.receive(event) }
    }
    watchers.send(events, idleUnits: idleUnits)
    if !isShutDown, let running { saving.record(lapLines: engine.takeLapLines(), of: running.id) }
    if saving.isDue(at: timekeeper.now, hasEffects: !effects.isEmpty)
      || !effects.isEmpty && (savingToDisk || running == nil)
    {
      save()
    } else if !effects.isEmpty, !isShutDown, let workout = snapshot(at: timekeeper.reading) {
      saving.saveInMemory(workout)
    }
    setAlarm()
    return events
  }

  private func setAlarm() {
    guard !isShutDown else { return }
    let cue = engine.upcomingCue
    alarm.set(for: [cue?.at, saving.deadline].compactMap(\.self).min())
    let now = timekeeper.now
    for output in outputs { output.expect(cue, at: now) }
  }

  /// Saves the workout to disk; has no effect after `shutDown`.
  func save() {
    guard !isShutDown else { return }
    let reading = timekeeper.reading
    saving.save(snapshot(at: reading), isClockRunning: engine.progress(at: reading.now)?.isPaused == false)
  }

  private func snapshot(at reading: ClockReading) -> SavedWorkout? {
    guard let running, let snapshot = engine.snapshot else { return nil }
    return SavedWorkout(running, snapshot, at: reading)
  }

  private var idleUnits: DisplayUnits { configuration.units(inLocaleOf: environment) }

  private func status(withPlan: Bool) -> Report.Status { state.status(at: timekeeper.now, withPlan: withPlan) }

  /// Publishes the state for `status()`; called after each change of the engine, the workout or the settings.
  func publish() {
    let state = state
    published.withLock { $0 = state }
  }

  private var state: PublishedState {
    PublishedState(
      engine: engine.withoutLaps, running: running, idleUnits: idleUnits, suspendRecord: suspendRecord, lost: lost)
  }
}
