package import UserFiles
package import WorkoutHistory
package import WorkoutReports

/// Saves the position of the current workout, and records ended workouts, so that both outlive the daemon.
///
/// Only the functions with a time limit wait for the disk.
package protocol WorkoutStore: Sendable {
  /// Replaces the saved workout; nil removes the saved workout.
  func save(_ workout: SavedWorkout?)

  /// Saves the workout in memory, which is fast enough for every cue.
  ///
  /// The saved workout survives the process, but not a power failure.
  func saveInMemory(_ workout: SavedWorkout)

  /// Adds a line to the history.
  ///
  /// A workout that has ended is recorded before its position is removed.
  func record(_ line: HistoryLine)

  /// Adds a record to the file of a workout's sensor values.
  func record(_ values: SensorRecord, of workoutID: String)

  /// Adds lines to the laps of a workout; see `WorkoutEngine.takeLapLines()`.
  ///
  /// The lines are saved together with the next position.
  func record(lapLines: [String], of workoutID: String)

  /// Removes the file of a workout's sensor values, because the workout is not recorded.
  func removeRecords(of workoutID: String)

  /// Returns the summary of the last recorded workout that is not removed.
  ///
  /// - Returns: The summary, which is `.success(nil)` if the history is empty; the error if the history cannot be read;
  ///   nil if the time limit is exceeded.
  func lastSummary(within limit: Duration) async -> Result<Report.Summary?, FileReadError>?

  /// Returns the lines that could not be written to the history, which follow all lines in the file.
  ///
  /// The history is not read, because reading a long history would delay the next writes.
  ///
  /// - Returns: The lines; nil if the time limit is exceeded.
  func unwrittenLines(within limit: Duration) async -> [HistoryLine]?

  /// Waits until all earlier changes are written, or their writes have failed.
  ///
  /// - Returns: The state that could not be saved; nil if the time limit is exceeded.
  @discardableResult func flush(within limit: Duration) async -> UnsavedState?

  /// Checks that state can be saved, by writing a file.
  ///
  /// - Returns: nil if the time limit is exceeded.
  func check(within limit: Duration) async -> StateCheck?
}

/// The result of a check of the saved state.
package struct StateCheck: Equatable, Sendable {
  /// The state folder.
  package var folder: String
  /// The error that prevents files from being written to the state folder.
  package var failure: SystemError?
  /// The state that could not be saved before the check.
  package var unsaved: UnsavedState
  /// The error that prevents the history from being written or trusted.
  package var historyError: FileReadError?
  /// The error that prevents a saved workout from being resumed.
  package var trustError: FileTrustError?
  /// The path of a saved workout that could not be resumed; nil if no such file exists.
  package var unreadablePath: String?

  package init(
    folder: String, failure: SystemError? = nil,
    unsaved: UnsavedState = UnsavedState(hasPosition: false, summaryCount: 0), historyError: FileReadError? = nil,
    trustError: FileTrustError? = nil, unreadablePath: String? = nil
  ) {
    self.folder = folder
    self.failure = failure
    self.unsaved = unsaved
    self.historyError = historyError
    self.trustError = trustError
    self.unreadablePath = unreadablePath
  }
}

/// The state that could not be saved yet.
package struct UnsavedState: Equatable, Sendable {
  /// Whether the current position of the active workout is not saved.
  package let hasPosition: Bool
  /// The number of ended workouts that are not recorded.
  package let summaryCount: Int
  /// The number of changes of recorded workouts that are not written to the history.
  package let changeCount: Int
  /// The last failure; nil if everything is saved.
  package let failure: SystemError?
  /// Whether the state is at least in memory, so that it survives the daemon, but not the end of the session.
  package var isInMemory: Bool

  /// The events that would lose the state.
  var lossEvents: String { isInMemory ? "a logout or a reboot" : "a restart" }

  package var isEmpty: Bool { !hasPosition && summaryCount == 0 && changeCount == 0 && failure == nil }

  package init(
    hasPosition: Bool, summaryCount: Int, changeCount: Int = 0, failure: SystemError? = nil, isInMemory: Bool = false
  ) {
    self.hasPosition = hasPosition
    self.summaryCount = summaryCount
    self.changeCount = changeCount
    self.failure = failure
    self.isInMemory = isInMemory
  }
}
