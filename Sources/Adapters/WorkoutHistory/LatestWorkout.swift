package import WorkoutReports

/// Finds the latest workout of a history whose lines are read from the last to the first.
///
/// A removed workout is skipped. The result contains all changes of the workout.
package struct LatestWorkout {
  /// The changes of each workout that are not undone, the latest first.
  private var changes: [String: [HistoryChange]] = [:]
  /// The number of changes of each workout that are undone and have not been read yet.
  private var undone: [String: Int] = [:]

  package init() {}

  /// Reads the previous line.
  ///
  /// - Returns: the workout, if this line records the latest workout that is not removed.
  package mutating func read(_ line: HistoryLine) -> Report.Summary? {
    switch line {
    case .change(let change):
      if change.change == .undo {
        undone[change.workoutId, default: 0] += 1
      } else if let count = undone[change.workoutId], count > 0 {
        undone[change.workoutId] = count - 1
      } else {
        changes[change.workoutId, default: []].append(change)
      }
      return nil
    case .workout(let summary):
      let changes = changes[summary.workoutId] ?? []
      return changes.contains { $0.change == .remove } ? nil : summary.applying(changes.reversed())
    }
  }
}
