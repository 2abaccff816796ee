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
  private var recorder = SensorRecorder()

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
  ///
  /// The values of the sensors are written first.
  mutating func record(_ summary: Report.Summary) {
    saveRecords()
    store.record(.workout(summary))
  }

  /// Records the values of the sensors, which are saved in batches.
  mutating func record(_ values: SensorRecord, of workoutID: String) {
    if recorder.workoutID != workoutID {
      saveRecords()
      recorder = SensorRecorder(workoutID: workoutID)
    }
    recorder.add(values)
    if recorder.isFull { saveRecords() }
  }

  /// Removes the values of the sensors during a workout that is not recorded.
  ///
  /// An earlier process may have written the values.
  mutating func removeRecords(of workoutID: String) {
    if recorder.workoutID == workoutID { recorder = SensorRecorder() }
    store.removeRecords(of: workoutID)
  }

  private mutating func saveRecords() {
    let records = recorder.take()
    if !records.isEmpty { store.record(records, of: recorder.workoutID) }
  }

  /// Saves a workout to disk.
  ///
  /// - Parameters:
  ///   - workout: the workout; nil if no workout is running.
  ///   - isClockRunning: whether the workout's clock runs, so that the saved workout becomes out of date.
  mutating func save(_ workout: SavedWorkout?, isClockRunning: Bool) {
    deadline = nil
    saveRecords()
    store.save(workout)
    if let workout, isClockRunning { deadline = workout.clocks.now + Self.maxAge }
  }

  /// Saves a workout in memory.
  func saveInMemory(_ workout: SavedWorkout) {
    store.saveInMemory(workout)
  }
}
