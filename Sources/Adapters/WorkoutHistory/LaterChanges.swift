/// The changes after a line of a history whose lines are read from the last to the first.
struct LaterChanges {
  /// The changes of each subject that are not undone, the latest first.
  private var changes: [HistoryChange.Subject: [HistoryChange]] = [:]
  /// The number of changes of each subject that are undone and have not been read yet.
  private var undone: [HistoryChange.Subject: Int] = [:]

  /// Adds the change of the previous line, and returns whether it is in effect.
  ///
  /// An undo, and a change that was undone, have no effect.
  mutating func add(_ change: HistoryChange) -> Bool {
    let subject = change.subject
    if change.change == .undo {
      undone[subject, default: 0] += 1
      return false
    }
    if let count = undone[subject], count > 0 {
      undone[subject] = count - 1
      return false
    }
    changes[subject, default: []].append(change)
    return true
  }

  /// The changes of a workout, in the order in which they were made.
  func changes(of workoutID: String) -> [HistoryChange] {
    changes.isEmpty ? [] : (changes[.workout(workoutID)] ?? []).reversed()
  }

  func isRemoved(_ workoutID: String) -> Bool { changes[.workout(workoutID)]?.isRemoval ?? false }
}

extension [HistoryChange] {
  /// Whether one of the changes removes the workout.
  var isRemoval: Bool { contains { $0.change == .remove } }
}
