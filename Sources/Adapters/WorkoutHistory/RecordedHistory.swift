package import Dates
import SystemPackage
package import UserFiles
package import WorkoutReports

/// The recorded workouts in the history file, after all changes.
///
/// Only an index is in memory; a summary is read from the file when it is requested.
package final class RecordedHistory {
  /// All workouts that are not removed, in the order of the file.
  package private(set) var workouts: [RecordedWorkout] = []
  /// The number of invalid or incomplete lines; empty lines do not count.
  package private(set) var unreadableLines = 0
  /// The last change that is not undone, with its workout; nil if the history has no such change.
  package private(set) var lastChange: (change: HistoryChange, workout: Report.Summary)?
  package let path: String
  private let lines: LineReader
  /// The places of the workouts in `workouts`.
  private var places: [Place] = []

  /// A workout in the file.
  private struct Place {
    var range: Range<Int>
    var changes: [HistoryChange] = []
  }

  /// Reads the file at a path; returns nil if the file does not exist.
  ///
  /// If several lines record the same workout, only the last of them counts: version 0.1 corrected a workout in this
  /// way. Callers that start a plan from the file must set `requireTrusted`. `zone` converts seconds since 1970 to
  /// local time.
  package init?(
    path: String, requireTrusted: Bool = false, zone: (Int) -> LocalTime = LocalTime.init(secondsSince1970:)
  ) throws(FileReadError) {
    self.path = path
    do {
      lines = LineReader(file: try OpenFile.regular(path, requireTrusted: requireTrusted))
    } catch {
      guard error.isMissing else { throw error }
      return nil
    }
    try SystemError.wrapped(in: FileReadError.system, read(zone))
  }

  private func read(_ zone: (Int) -> LocalTime) throws(SystemError) {
    var numbers: [String: Int] = [:]
    var recorded: [(workout: RecordedWorkout, place: Place)] = []
    var changes: [HistoryChange] = []
    try lines.read { line in
      guard !line.range.isEmpty else { return }
      switch line.bytes.flatMap(HistoryLine.init) {
      case .change(let change): Self.add(change, to: &changes)
      case .workout(let summary):
        guard let workout = RecordedWorkout(summary, in: zone) else { return unreadableLines += 1 }
        let entry = (workout, Place(range: line.range))
        if let number = numbers[workout.id] {
          recorded[number] = entry
        } else {
          numbers[workout.id] = recorded.count
          recorded.append(entry)
        }
      case nil: unreadableLines += 1
      }
    }
    // A change whose workout is in a damaged line has no effect.
    changes.removeAll { numbers[$0.workoutId] == nil }
    for change in changes { recorded[numbers[change.workoutId] ?? 0].place.changes.append(change) }
    for number in Set(changes.compactMap { numbers[$0.workoutId] }) {
      let summary = try summary(at: recorded[number].place)
      if let workout = RecordedWorkout(summary, in: zone) { recorded[number].workout = workout }
    }
    if let change = changes.last, let number = numbers[change.workoutId] {
      lastChange = (change, try summary(at: recorded[number].place))
    }
    recorded.removeAll { entry in entry.place.changes.contains { $0.change == .remove } }
    (workouts, places) = (recorded.map(\.workout), recorded.map(\.place))
  }

  /// Adds a change; `undo` removes the last change of its workout instead.
  private static func add(_ change: HistoryChange, to changes: inout [HistoryChange]) {
    guard change.change == .undo else { return changes.append(change) }
    if let last = changes.lastIndex(where: { $0.workoutId == change.workoutId }) { changes.remove(at: last) }
  }

  /// Reads the summary of a workout by its index in `workouts`.
  package func summary(at index: Int) throws(FileReadError) -> Report.Summary {
    try SystemError.wrapped(in: FileReadError.system, summary(at: places[index]))
  }

  private func summary(at place: Place) throws(SystemError) -> Report.Summary {
    guard case .workout(let summary)? = HistoryLine(try lines.bytes(at: place.range)[...]) else {
      throw SystemError(path, .ioError)
    }
    return summary.applying(place.changes)
  }
}

extension RecordedHistory {
  /// Returns the indices of the workouts that started on or after a day; if the day is nil, returns all indices.
  package func indices(since day: CalendarDay?) -> [Int] {
    guard let day else { return Array(workouts.indices) }
    return workouts.indices.filter { workouts[$0].started.day >= day }
  }

  /// Returns the index of a workout in `workouts`, given its ID or its number; the last workout has the number 1.
  package func index(of which: String) -> Int? {
    if let number = Int(which), (1...max(1, workouts.count)).contains(number), !workouts.isEmpty {
      return workouts.count - number
    }
    return workouts.lastIndex { $0.id == which }
  }

  /// The warnings about lines of the file that could not be read.
  package var warnings: [String] {
    switch unreadableLines {
    case 0: []
    case 1: ["1 line of \(path) could not be read"]
    default: ["\(unreadableLines) lines of \(path) could not be read"]
    }
  }
}
