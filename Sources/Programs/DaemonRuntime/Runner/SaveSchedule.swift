import PlanNotation
import WorkoutEngine
import WorkoutModel
import WorkoutPresentation
import WorkoutReports

/// Passes the runner's workout to the store, and schedules the next save to disk.
///
/// The workout goes to disk when a command or an interruption changes it, when it ends, and once a minute. Cues in
/// between are saved in memory only, because they follow from the plan and the clock.
struct SaveSchedule {
  private let store: (any WorkoutStore)?
  /// The time at which the workout on disk reaches its maximum age; nil if no workout's clock runs.
  private(set) var deadline: Instant?

  /// The maximum age of the workout on disk while its clock runs: the most that a power failure loses.
  static let maxAge = Duration.seconds(60)
  /// A cue this shortly before the deadline saves to disk, which avoids an additional wake-up.
  static let tolerance = Duration.seconds(5)

  init(_ store: (any WorkoutStore)?) {
    self.store = store
  }

  /// Whether a save to disk is due; with effects, which are saved anyway, it is due earlier by `tolerance`.
  func isDue(at now: Instant, hasEffects: Bool) -> Bool {
    guard let deadline else { return false }
    return deadline - (hasEffects ? Self.tolerance : .zero) <= now
  }

  /// Saves a workout to disk, after the summaries of workouts that ended.
  ///
  /// - Parameters:
  ///   - workout: the workout; nil if none is running.
  ///   - isClockRunning: whether the workout's clock runs, so that the saved workout ages.
  ///   - summaries: the summaries to record in the history.
  mutating func save(_ workout: SavedWorkout?, isClockRunning: Bool, recording summaries: [Report.Summary]) {
    deadline = nil
    guard let store else { return }
    for summary in summaries { store.record(summary) }
    store.save(workout)
    if let workout, isClockRunning { deadline = workout.clocks.now + Self.maxAge }
  }

  /// Saves a workout in memory.
  func saveInMemory(_ workout: SavedWorkout) {
    store?.saveInMemory(workout)
  }
}

/// A workout that an earlier process saved, and that this process resumes.
///
/// After a short absence it continues on schedule; after a longer one it is paused.
///
/// It is a class because the code that copies so large a value would make the program larger.
final class RestoredWorkout {
  let running: RunningWorkout
  let engine: WorkoutEngine
  let effects: [Effect]
  /// The number of cues that were missed before the interruption.
  let missedBefore: Int

  /// Resumes a saved workout.
  ///
  /// - Parameters:
  ///   - saved: the workout as saved.
  ///   - reading: the clocks at present.
  ///   - configuration: the daemon's settings; the workout keeps the timing settings of its start.
  ///   - environment: the daemon's environment, whose locale determines the units.
  /// - Throws: the reason why the workout cannot be resumed.
  init(
    _ saved: SavedWorkout, at reading: ClockReading, configuration: Settings, environment: [String: String]
  ) throws(SavedWorkout.RestoreError) {
    let request: RequestedWorkout
    do {
      let settings = configuration.with(timing: try readConfiguration(saved.timing))
      request = try RequestedWorkout(text: saved.plan, planName: saved.planName, configuration: settings)
    } catch {
      throw .notation(error)
    }
    running = RunningWorkout(
      request, id: saved.id, startedAt: saved.startedAt, configuration: configuration, environment: environment)
    let savedAt = saved.clocks
    guard
      var engine = WorkoutEngine(
        request.workout, cues: running.cueRules, restoring: saved.snapshot, takenAt: savedAt.now)
    else { throw .invalidPosition }
    let absence = reading.passed(since: savedAt)
    let timeAsleep = reading.asleep(since: savedAt)
    // The clock of deadlines stops during suspend and is reset at boot, but the time of the workout is not.
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
