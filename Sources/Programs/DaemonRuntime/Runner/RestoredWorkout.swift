import PlanNotation
import WorkoutEngine
import WorkoutModel
import WorkoutPresentation
import WorkoutReports

/// A workout that an earlier process saved, and that this process resumes.
///
/// After a short absence, the workout continues on schedule. After a longer absence, it is paused. If the saved position
/// cannot be used, the workout is paused at its start.
///
/// `RestoredWorkout` is a class, because the code that copies a large structure would make the program larger.
final class RestoredWorkout {
  let running: RunningWorkout
  let engine: WorkoutEngine
  let effects: [Effect]
  /// The number of cues that were missed before the interruption.
  let missedBefore: Int

  /// Resumes a saved workout.
  ///
  /// - Parameters:
  ///   - saved: the saved workout.
  ///   - lapLines: the lines of its laps.
  ///   - fromStart: whether to ignore the saved position.
  ///   - reading: the current reading of the clocks.
  ///   - configuration: the daemon's settings; their timing settings are ignored, because the saved workout has its
  ///     own.
  ///   - environment: the daemon's environment, whose locale determines the units.
  /// - Throws: the reason why the workout cannot be resumed.
  init(
    _ saved: SavedWorkout, lapLines: [String], fromStart: Bool, at reading: ClockReading, configuration: Settings,
    environment: [String: String]
  ) throws(SavedWorkout.RestoreError) {
    let request: RequestedWorkout
    do {
      let settings = configuration.with(timing: try readConfiguration(saved.timing))
      request = try RequestedWorkout(
        text: saved.plan, planName: saved.planName, session: saved.session, configuration: settings)
    } catch {
      throw .notation(error)
    }
    guard !fromStart else {
      running = RunningWorkout(
        request, startedAt: reading.timeOfDay, configuration: configuration, environment: environment)
      var engine = WorkoutEngine(lostPositionIn: request.workout, cues: running.cueRules, at: reading.now)
      effects = engine.resumePaused(asOf: reading.now, after: .loss, at: reading.now)
      self.engine = engine
      missedBefore = 0
      return
    }
    running = RunningWorkout(
      request, id: saved.id, startedAt: saved.startedAt, configuration: configuration, environment: environment)
    let savedAt = saved.clocks
    guard let snapshot = saved.snapshot,
      var engine = WorkoutEngine(
        request.workout, cues: running.cueRules, restoring: snapshot, lapLines: lapLines, takenAt: savedAt.now)
    else { throw .invalidPosition }
    let absence = reading.passed(since: savedAt)
    let timeAsleep = reading.asleep(since: savedAt)
    // The engine's clock stops during a suspend, and restarts from zero at boot. The shift adds the
    // lost time, so that the workout's time includes the absence.
    let shift = timeAsleep.map { .zero - $0 } ?? (reading.now - absence - savedAt.now)
    engine.shift(by: shift)
    missedBefore = engine.progress(at: savedAt.now + shift)?.punctuality.missed ?? 0
    let isShort = absence <= configuration.maxAbsence && (timeAsleep == .zero || configuration.sleepPolicy == .continue)
    effects =
      timeAsleep != nil && isShort
      ? engine.resume(after: .restart, at: reading.now)
      : engine.resumePaused(asOf: savedAt.now + shift, after: .restart, at: reading.now)
    self.engine = engine
  }
}
