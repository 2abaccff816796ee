package import Dates
import SystemPackage
package import UserFiles
import WorkoutModel
package import WorkoutReports

/// The recorded workouts in the history file, after all changes.
///
/// The workouts have indices in the order of the file. The history is read from its end, as far as a caller needs it, and
/// a summary is read when it is requested.
package final class RecordedHistory {
  package let path: String
  private let lines: LineReader
  private let zone: (Int) -> LocalTime
  private var index: HistoryIndex
  /// Whether the file of the index may be used, because it was not found to be wrong.
  private var usesIndexFile = true
  /// The changes that follow the last line of the file.
  private let waiting: LaterChanges
  /// Whether only the sessions and the moves of programs are read.
  private let onlyEvents: Bool
  /// The changes after the records that have been read.
  private var changes: LaterChanges
  /// The workouts that have been read and are not removed, the latest first.
  private var recent: [Recorded] = []
  /// All workouts, in the order of the file; nil before they are requested.
  private var all: [RecordedWorkout]?
  /// The sessions and the moves that have been read, the latest first.
  private(set) var events: [ProgramEvent] = []
  /// The last change that is not undone, with its workout; nil before they have been read.
  private var last: (change: HistoryChange, workout: Recorded?)?
  /// The progress in all programs, by their names in the order in which they were begun; nil before it is requested.
  var allProgress: (names: [String], progress: [String: ProgramProgress])?

  /// The last change that is not undone, and its effect.
  package struct LastChange {
    package let change: HistoryChange
    /// The workout without the change; nil if the change is a move in a program.
    package let workout: Report.Summary?
    /// Whether another change removes the workout.
    package let isStillRemoved: Bool
  }

  /// A workout in the file.
  private struct Recorded {
    /// The workout of the line.
    let uncorrected: RecordedWorkout
    let line: Range<Int>
    let changes: [HistoryChange]

    /// The workout with its last correction.
    var workout: RecordedWorkout {
      let metres = changes.last { $0.change == .correct }?.distanceM
      return metres.map(uncorrected.corrected) ?? uncorrected
    }
  }

  /// Opens the file at a path; returns nil if the file does not exist.
  ///
  /// If several lines record the same workout, the first of them counts; the others are copies, for example because the
  /// files of two machines were joined. Callers that start a plan from the file must set `requireTrusted`. `zone`
  /// converts seconds since 1970 to local time.
  package convenience init?(
    path: String, requireTrusted: Bool = false,
    zone: @escaping (Int) -> LocalTime = LocalTime.init(secondsSince1970:)
  ) throws(FileReadError) {
    try self.init(path: path, requireTrusted: requireTrusted, before: LaterChanges(), zone: zone)
  }

  /// Opens the file as if changes followed its last line; `count` does not include these changes.
  ///
  /// With `onlyEvents`, only the sessions and the moves of programs can be read.
  init?(
    path: String, requireTrusted: Bool, before waiting: LaterChanges, onlyEvents: Bool = false,
    zone: @escaping (Int) -> LocalTime = LocalTime.init(secondsSince1970:)
  ) throws(FileReadError) {
    self.path = path
    self.zone = zone
    (self.waiting, changes, self.onlyEvents) = (waiting, waiting, onlyEvents)
    do {
      lines = LineReader(file: try OpenFile.regular(path, requireTrusted: requireTrusted))
    } catch {
      guard error.isMissing else { throw error }
      return nil
    }
    index = try SystemError.wrapped(in: FileReadError.system, HistoryIndex.of(lines, in: zone))
  }

  /// Reads the previous record; returns false if all records have been read.
  ///
  /// If the index is damaged, discards everything that was read, makes the records from all lines of the history, and
  /// returns true. The next call then reads the last record.
  func readPrevious() throws(SystemError) -> Bool {
    let previous: HistoryRecord?
    do throws(IndexDamage) {
      previous = try index.previous(onlyEvents: onlyEvents)
    } catch {
      try readAgain()
      return true
    }
    guard let record = previous else { return false }
    switch record.content {
    case .change(_, isEffective: false): break
    case .change(let change, isEffective: true):
      guard changes.add(change) else { break }
      if last == nil { last = (change, nil) }
      if let event = ProgramEvent(change) { events.append(event) }
    case .workout(let workout): add(workout, record.line)
    }
    return true
  }

  private func add(_ workout: RecordedWorkout, _ line: Range<Int>) {
    let changes = changes.changes(of: workout.id)
    if !changes.isRemoval {
      recent.append(Recorded(uncorrected: workout, line: line, changes: changes))
      if workout.session != nil, let event = ProgramEvent(recent[recent.count - 1].workout) { events.append(event) }
    }
    if let change = last?.change, change.workoutId == workout.id, last?.workout == nil {
      last = (change, Recorded(uncorrected: workout, line: line, changes: changes.dropLast()))
    }
  }

  /// Reads all lines instead of an index that is damaged or wrong.
  private func readAgain() throws(SystemError) {
    usesIndexFile = false
    index = try HistoryIndex.of(lines, in: zone, usesFile: false)
    (recent, events, changes, last, all, allProgress) = ([], [], waiting, nil, nil, nil)
  }

  func readAll() throws(FileReadError) {
    try SystemError.wrapped(in: FileReadError.system, readRest())
  }

  private func readRest() throws(SystemError) {
    while try readPrevious() {}
  }
}

/// The workouts that are not removed.
extension RecordedHistory {
  /// The number of the workouts.
  package var count: Int { index.totals.workouts }

  package var isEmpty: Bool { count == 0 }

  /// All workouts, in the order of the file.
  package func workouts() throws(FileReadError) -> [RecordedWorkout] {
    if let all { return all }
    try readAll()
    let workouts = recent.reversed().map(\.workout)
    all = workouts
    return workouts
  }

  /// The workout at an index.
  package func workout(at index: Int) throws(FileReadError) -> RecordedWorkout {
    guard let recorded = try recorded(count - 1 - index) else { throw .system(SystemError(path, .ioError)) }
    return recorded.workout
  }

  /// The index of the last workout that satisfies a condition.
  package func lastIndex(where isWanted: (RecordedWorkout) -> Bool) throws(FileReadError) -> Int? {
    var place = 0
    while let recorded = try recorded(place) {
      if isWanted(recorded.workout) { return count - 1 - place }
      place += 1
    }
    return nil
  }

  /// The index of a workout, given its ID or its number; the last workout has the number 1.
  package func index(of which: String) throws(FileReadError) -> Int? {
    if let number = Int(which), number >= 1, number <= count { return count - number }
    return try lastIndex { $0.id == which }
  }

  /// The indices of the workouts that started on or after a day; if the day is nil, all indices.
  package func indices(since day: CalendarDay?) throws(FileReadError) -> [Int] {
    guard let day else { return Array(0..<count) }
    let workouts = try workouts()
    return workouts.indices.filter { workouts[$0].started.day >= day }
  }

  /// Reads the summary of the workout at an index; if `hasLaps` is false, the summary has no laps.
  package func summary(at index: Int, hasLaps: Bool = true) throws(FileReadError) -> Report.Summary {
    guard let summary = try summary(count - 1 - index, hasLaps: hasLaps) else {
      throw .system(SystemError(path, .ioError))
    }
    return summary
  }

  /// Reads the summary of the last workout; nil without workouts.
  func latestSummary() throws(FileReadError) -> Report.Summary? { try summary(0, hasLaps: true) }

  /// The summary at a place in `recent`; nil if the history has fewer workouts.
  ///
  /// If the line is not the line of the workout, the index is wrong, and all lines are read instead.
  private func summary(_ place: Int, hasLaps: Bool) throws(FileReadError) -> Report.Summary? {
    guard let recorded = try recorded(place) else { return nil }
    if let summary = summary(of: recorded, hasLaps: hasLaps) { return summary }
    try SystemError.wrapped(in: FileReadError.system, readAgain())
    return try self.recorded(place).flatMap { self.summary(of: $0, hasLaps: hasLaps) }
  }

  private func summary(of recorded: Recorded, hasLaps: Bool) -> Report.Summary? {
    guard let bytes = try? lines.bytes(at: recorded.line),
      case .workout(let summary)? = HistoryLine(bytes[...], hasLaps: hasLaps),
      RecordedWorkout(summary, in: zone) == recorded.uncorrected
    else { return nil }
    return summary.applying(recorded.changes)
  }

  /// The workout at a place in `recent`, which is read if necessary; nil if the history has fewer workouts.
  private func recorded(_ place: Int) throws(FileReadError) -> Recorded? {
    while recent.count <= place {
      guard try SystemError.wrapped(in: FileReadError.system, readPrevious()) else { return nil }
    }
    return recent.indices.contains(place) ? recent[place] : nil
  }
}

extension RecordedHistory {
  /// The last change that is not undone; nil if the history has no such change.
  package func lastChange() throws(FileReadError) -> LastChange? {
    while last.map({ $0.workout == nil && $0.change.workoutId != nil }) ?? true {
      guard try SystemError.wrapped(in: FileReadError.system, readPrevious()) else { return nil }
    }
    guard let last else { return nil }
    guard let workout = last.workout else {
      return LastChange(change: last.change, workout: nil, isStillRemoved: false)
    }
    guard let summary = summary(of: workout, hasLaps: false) else {
      guard usesIndexFile else { throw .system(SystemError(path, .ioError)) }
      try SystemError.wrapped(in: FileReadError.system, readAgain())
      return try lastChange()
    }
    return LastChange(change: last.change, workout: summary, isStillRemoved: workout.changes.isRemoval)
  }

  /// The warnings about lines of the file that could not be read.
  package var warnings: [String] {
    switch unreadableLines {
    case 0: []
    case 1: ["1 line of \(path) could not be read"]
    default: ["\(unreadableLines) lines of \(path) could not be read"]
    }
  }

  /// The number of invalid or incomplete lines; empty lines do not count.
  package var unreadableLines: Int { index.totals.unreadableLines }
}
