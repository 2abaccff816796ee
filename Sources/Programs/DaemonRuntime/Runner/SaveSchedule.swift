import WorkoutEngine
import WorkoutHistory
import WorkoutReports

/// Passes the runner's workout to the store, and schedules the next save to disk.
///
/// The workout is saved to disk when a command or an interruption changes it, when it ends, and once a minute. Between
/// these saves, each cue saves the workout only in memory, because the plan and the clock determine the position.
struct SaveSchedule {
  private let store: any WorkoutStore
  /// The time at which the workout on disk reaches `maxAge`; nil while no workout runs, or while the workout is paused.
  private(set) var deadline: Instant?
  /// The last second of a workout for which the values of the sensors were recorded.
  private var lastRecord = (workoutID: "", second: -1)

  /// The maximum age of the workout on disk while the workout's clock runs.
  ///
  /// A power failure loses at most this part of the workout.
  static let maxAge = Duration.seconds(60)
  /// The time before the deadline during which a cue already saves the workout to disk.
  ///
  /// A separate wake-up for the save is then not needed.
  static let tolerance = Duration.seconds(5)

  init(_ store: any WorkoutStore) {
    self.store = store
  }

  /// Whether a save to disk is due.
  ///
  /// If the engine has effects, the daemon is already awake. The save is then due `tolerance` before the deadline, so
  /// that the daemon need not wake up again.
  func isDue(at now: Instant, hasEffects: Bool) -> Bool {
    guard let deadline else { return false }
    return deadline - (hasEffects ? Self.tolerance : .zero) <= now
  }

  /// Records the summary of an ended workout; called before the position of the workout is removed.
  func record(_ summary: Report.Summary) {
    store.record(.workout(summary))
  }

  /// Records the values of the sensors, at most once in each second.
  mutating func record(_ values: SensorRecord, of workoutID: String) {
    let second = values.time / 1000
    guard workoutID != lastRecord.workoutID || second > lastRecord.second else { return }
    lastRecord = (workoutID, second)
    store.record(values, of: workoutID)
  }

  /// Records laps, whose lines are saved before the position that belongs to them.
  func record(lapLines: [String], of workoutID: String) {
    if !lapLines.isEmpty { store.record(lapLines: lapLines, of: workoutID) }
  }

  /// Removes the values of the sensors during a workout that is not recorded.
  ///
  /// An earlier process may have written the values.
  func removeRecords(of workoutID: String) {
    store.removeRecords(of: workoutID)
  }

  /// Saves a workout to disk.
  ///
  /// - Parameters:
  ///   - workout: the workout; nil if no workout is running.
  ///   - isClockRunning: whether the workout's clock runs, so that the saved workout becomes out of date.
  mutating func save(_ workout: SavedWorkout?, isClockRunning: Bool) {
    deadline = nil
    store.save(workout)
    if let workout, isClockRunning { deadline = workout.clocks.now + Self.maxAge }
  }

  /// Saves a workout in memory.
  func saveInMemory(_ workout: SavedWorkout) {
    store.saveInMemory(workout)
  }
}
