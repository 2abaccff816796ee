import Dispatch
package import UserFiles
import WorkoutHistory
import WorkoutReports

/// The state that an earlier process saved.
extension StateStore {
  /// Checks that no other user can write to the state folder; if another user can, no saved workout is resumed.
  package func checkFolder() throws(FileTrustError) {
    try FileTrust.checkFolder(folder)
  }

  /// Returns the workout that an earlier process saved; called before anything is saved.
  ///
  /// The lines of the history, the laps and the values of sensors that the earlier process could not write to disk are
  /// written now. If both the file and the copy in memory contain a workout, the result is the later one. If the workout
  /// has ended, its saved position is removed. If the history cannot be read or trusted, the workout continues. At its
  /// end, the workout is recorded, unless the history contains it by then.
  ///
  /// - Returns: The workout; nil if no running workout was saved.
  /// - Throws: The reason why the file cannot be used, even if a copy exists in memory.
  package func savedWorkout() throws(SavedWorkout.RestoreError) -> SavedWorkout? {
    records.restore()
    laps.restore()
    let lines = copy?.readLines() ?? []
    if !lines.isEmpty { reportDropped(put { $0.restore(lines) }) }
    queue.async { self.writeRecords() }
    guard let workout = try latest(copy: copy?.read()) else { return nil }
    var hasEnded = workout.hasEnded
    for case .workout(let summary) in lines where summary.workoutId == workout.id { hasEnded = true }
    do throws(FileReadError) {
      if !hasEnded { hasEnded = try HistoryFile(path: historyPath).contains(workout.id) }
      guard !hasEnded else {
        save(nil)
        return nil
      }
    } catch {
      put { $0.unverifiedID = workout.id }
    }
    return workout
  }

  private func latest(copy: SavedWorkout?) throws(SavedWorkout.RestoreError) -> SavedWorkout? {
    guard let saved = try workoutOnDisk() else { return copy }
    return copy.flatMap { copy in
      copy.clocks.isLater(than: saved.clocks) || copy.hasEnded && copy.id == saved.id ? copy : nil
    } ?? saved
  }

  func workoutOnDisk() throws(SavedWorkout.RestoreError) -> SavedWorkout? {
    let text: String
    do {
      text = try TextFile.read(workoutPath, maxBytes: SavedWorkout.maxBytes, requireTrusted: true)
    } catch {
      guard error.isMissing else { throw .unreadable(error) }
      return nil
    }
    return try SavedWorkout(json: text)
  }

  /// Renames the file of a saved workout that cannot be resumed, so that the next process does not try it; see rename(2).
  ///
  /// If the file could not be opened or read, it keeps its name, because the next process may be able to read it. It is
  /// then renamed when another position is saved.
  ///
  /// - Parameter error: The reason why the workout cannot be resumed.
  /// - Returns: The new path; nil if the file was not renamed.
  package func moveAside(after error: SavedWorkout.RestoreError) -> String? {
    if case .unreadable(let error) = error, error.isTemporary {
      update { $0.keepsUnread = true }
      return nil
    }
    copy?.remove()
    let newPath = nextUnreadablePath
    return (try? SystemCalls.rename(workoutPath, to: newPath)).map { newPath }
  }

  /// The paths of saved workouts that could not be resumed, the oldest first: `workout.json.unreadable`,
  /// `workout.json.unreadable.2` and so on.
  var unreadablePaths: [String] {
    let first = "\(workoutPath).unreadable"
    return [first] + (2...Self.maxUnreadable).map { "\(first).\($0)" }
  }

  /// The path for a saved workout that cannot be resumed; if all paths are in use, the last file is replaced.
  var nextUnreadablePath: String {
    unreadablePaths.first { !SystemCalls.canAccess($0) } ?? unreadablePaths[Self.maxUnreadable - 1]
  }

  /// The maximum number of saved workouts that could not be resumed.
  private static let maxUnreadable = 5
}
