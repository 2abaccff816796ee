import LogHandlers
import Logging
import PlanNotation
import UserFiles
import WorkoutHistory
import WorkoutModel
import WorkoutPresentation
import WorkoutReports

/// Writes log messages about the saved workout and the history.
struct StateLog: Sendable {
  let logger: Logger

  /// Logs that the state cannot be saved, or that saving has succeeded after earlier failures.
  func log(_ event: StateStore.Event) {
    switch event {
    case .failed(let error):
      logger.warning(
        "\(error): the workout and the history are not saved to disk; the workout continues",
        metadata: CatalogEntry.stateNotSaved.metadata)
    case .recovered: logger.notice("The workout and the history are saved again")
    case .lineDropped(.workout(let summary)):
      let name = summary.title ?? summary.planName ?? summary.plan
      logger.error("\(Self.tooManyWait); the workout that started at \(summary.startedAt) is lost: \(name)")
    case .lineDropped(.change): logger.error("\(Self.tooManyWait); a change of the history is lost")
    case .recordsLost(let error):
      logger.warning("\(error): the values of the sensors are not saved; the workout continues")
    case .recordsRecovered: logger.notice("The values of the sensors are saved again")
    }
  }

  private static let tooManyWait = "More than \(PendingWrites.maxLines) lines of the history wait for the disk"

  /// Logs that a saved workout is ignored because another user can write to its folder.
  func logUntrusted(_ error: FileTrustError) {
    logger.warning("\(error.path): \(error.message) (\(error.hint)); a workout saved there is not resumed")
  }

  /// Logs that a saved workout cannot be resumed.
  ///
  /// - Parameters:
  ///   - error: the reason.
  ///   - path: the path of the saved workout.
  ///   - newPath: the new path of the file; nil if the file was not renamed, so that the next start reads it again.
  ///   - isAtStart: whether the workout is paused at its start, because at least its plan is valid.
  func logRestoreFailure(_ error: SavedWorkout.RestoreError, path: String, newPath: String?, isAtStart: Bool) {
    let consequence =
      isAtStart ? "the position is lost, and the workout is paused at its start" : "the workout cannot be resumed"
    let message = "\(path): \(error.message); \(consequence)"
    logger.error(
      "\(message); \(newPath.map { "the file is renamed to \($0)" } ?? "the next start tries again")",
      metadata: CatalogEntry.workoutLost.metadata)
  }

  /// Logs that a workout is restored without all its laps; `path` is the path of their file.
  func logLostLaps(path: String) {
    logger.warning("\(path): laps before the restart are missing; the workout continues")
  }

  /// Logs at shutdown which workout the next process resumes, and which state could not be saved.
  ///
  /// - Parameters:
  ///   - workout: the workout that was running; nil if no workout was running.
  ///   - isInTime: whether the store has responded within the time limit.
  ///   - unsaved: the state that is not known to be on disk.
  ///   - historyPath: the path of the history.
  func logUnsavedState(of workout: RunningWorkout?, isInTime: Bool, unsaved: UnsavedState, historyPath: String) {
    if let workout {
      let title = workout.displayTitle ?? workout.workout.plan.notation
      switch (unsaved.hasPosition, unsaved.isInMemory, isInTime) {
      case (false, _, _): logger.notice("The workout resumes when intervald starts again: \(title)")
      case (true, true, _):
        logger.warning(
          """
          The workout is only in memory: it resumes when intervald starts again, but not after \(unsaved.lossEvents): \
          \(title)
          """)
      case (true, false, true):
        logger.error(
          "The workout is lost because it could not be saved: \(title)", metadata: CatalogEntry.workoutLost.metadata)
      case (true, false, false):
        logger.error(
          "The workout may be lost because it was not saved in time: \(title)",
          metadata: CatalogEntry.workoutLost.metadata)
      }
    }
    func log(_ loss: String, _ pronoun: String) {
      let message = "\(historyPath): \(loss) because the file cannot be written"
      if unsaved.isInMemory {
        logger.warning("\(message); the next start records \(pronoun) from memory")
      } else {
        logger.error("\(message)")
      }
    }
    switch unsaved.summaryCount {
    case 0: break
    case 1: log("1 workout is not recorded", "it")
    case let count: log("\(count) workouts are not recorded", "them")
    }
    if unsaved.changeCount > 0 { log("a correction is not recorded", "it") }
  }
}
