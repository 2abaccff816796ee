package import UserFiles
package import WorkoutReports

/// Saves the position of the current workout, and records ended workouts, so that both outlive the daemon.
///
/// Only the calls with a time limit wait.
package protocol WorkoutStore: Sendable {
  /// Replaces the saved workout; nil if no workout is active.
  func save(_ workout: SavedWorkout?)

  /// Saves the workout where it survives the process but not a power failure, as quickly as a cue requires.
  func saveInMemory(_ workout: SavedWorkout)

  /// Adds the summary of an ended workout to the history; called before its position is removed.
  func record(_ summary: Report.Summary)

  /// Returns the summary that was recorded last, or nil as a value if the history is empty.
  ///
  /// - Returns: The error if the history cannot be read; nil if the time limit is exceeded.
  func lastSummary(within limit: Duration) async -> Result<Report.Summary?, FileReadError>?

  /// Waits until everything that was saved or recorded before is written, or has failed.
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
  /// The error that prevents files from being written there.
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
  /// Whether it contains the current position of the active workout.
  package let hasPosition: Bool
  /// The number of ended workouts that are not recorded.
  package let summaryCount: Int
  /// The last failure; nil if everything is saved.
  package let failure: SystemError?

  package var isEmpty: Bool { !hasPosition && summaryCount == 0 && failure == nil }

  package init(hasPosition: Bool, summaryCount: Int, failure: SystemError? = nil) {
    self.hasPosition = hasPosition
    self.summaryCount = summaryCount
    self.failure = failure
  }
}
