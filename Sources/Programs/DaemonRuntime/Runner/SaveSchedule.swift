import WorkoutEngine
import WorkoutReports

/// Passes the runner's workout to the store, and schedules the next save to disk.
///
/// The workout goes to disk when a command or an interruption changes it, when it ends, and once a minute. Cues in
/// between are saved in memory only, because they follow from the plan and the clock.
struct SaveSchedule {
  private let store: any WorkoutStore
  /// The time at which the workout on disk reaches its maximum age; nil if no workout's clock runs.
  private(set) var deadline: Instant?

  /// The maximum age of the workout on disk while its clock runs: the most that a power failure loses.
  static let maxAge = Duration.seconds(60)
  /// A cue this shortly before the deadline saves to disk, which avoids an additional wake-up.
  static let tolerance = Duration.seconds(5)

  init(_ store: any WorkoutStore) {
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
    for summary in summaries { store.record(summary) }
    store.save(workout)
    if let workout, isClockRunning { deadline = workout.clocks.now + Self.maxAge }
  }

  /// Saves a workout in memory.
  func saveInMemory(_ workout: SavedWorkout) {
    store.saveInMemory(workout)
  }
}
