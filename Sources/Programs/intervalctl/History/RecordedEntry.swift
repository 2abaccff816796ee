import ControlInterface
import Dates
import FoundationEssentials
import TerminalUI
import Text
import UserFiles
import WorkoutHistory
import WorkoutModel
import WorkoutPresentation
import WorkoutReports
import WorkoutViews

/// A recorded workout that a command names by its number or its ID.
struct RecordedEntry {
  let history: RecordedHistory
  /// The workout, with its number, its start and its units.
  let entry: HistoryTable.Entry

  /// Finds a workout in the history.
  ///
  /// `which` is the number or the ID of the workout; the last workout has the number 1.
  fileprivate init(
    _ which: String, in history: RecordedHistory?, hasLaps: Bool, configuration: Settings,
    environment: [String: String]
  ) throws(Failure) {
    guard let history, !history.isEmpty else { throw .emptyHistory }
    guard let index = try Failure.readingHistory(try history.index(of: which)) else {
      throw .noRecordedWorkout(which, of: history.count)
    }
    self.history = history
    entry = try history.entry(at: index, hasLaps: hasLaps, configuration: configuration, environment: environment)
  }

  var summary: Report.Summary { entry.summary }

  /// Adds a change of the workout to the history.
  func change(_ make: (String, Date) -> HistoryChange) throws(Failure) {
    try history.add(make(summary.workoutId, Date()))
  }
}

extension Console {
  /// Reads the recorded workouts, and prints warnings about lines that cannot be read; nil if the file is missing.
  ///
  /// `requireTrusted` must be true if the caller starts a plan from the history.
  func history(requireTrusted: Bool = false) throws -> RecordedHistory? {
    let history = try Library(environment: environment).history(requireTrusted: requireTrusted)
    try messages.writeWarnings(history?.warnings ?? [])
    return history
  }

  /// Finds a recorded workout by its number or ID, and prints the warnings about the history.
  ///
  /// If `hasLaps` is false, the summary of the workout has no laps.
  func recordedEntry(_ which: String, requireTrusted: Bool = false, hasLaps: Bool = false) throws -> RecordedEntry {
    try RecordedEntry(
      which, in: history(requireTrusted: requireTrusted), hasLaps: hasLaps,
      configuration: Library(environment: environment).settings(), environment: environment)
  }
}

extension Console {
  /// Reads the values of the sensors during a workout; none without sensors.
  ///
  /// If the file cannot be read, a warning is printed, and the result is empty.
  func sensorRecords(of workoutID: String) throws -> [SensorRecord] {
    let file = SensorRecordFile(of: workoutID, in: Library(environment: environment).stateFolder)
    do throws(FileReadError) {
      return try file?.read() ?? []
    } catch {
      try messages.writeWarnings([Failure.unreadableFile(error).message])
      return []
    }
  }

  /// Prints the session of a program that is due, if the history has changed it since `before`.
  ///
  /// Nothing is printed if the file of the program cannot be read.
  func writeDueSession(of program: String?, since before: RecordedHistory) throws {
    let library = Library(environment: environment)
    guard let program, let text = try? library.program(named: program, in: before),
      let after = try library.history()
    else { return }
    let due = try [before, after].map {
      text.program.dueSession(after: try Failure.readingHistory(try $0.mark(of: program))?.mark)
    }
    guard due[0] != due[1] else { return }
    let title = text.title.safeForTerminal
    try output.writeLine(due[1].map { "Next in \(title): \($0.words)" } ?? "\(title) is done")
  }
}

extension HistoryFile {
  /// Adds a change; a missing file and its folder are created.
  func add(_ change: HistoryChange) throws(Failure) {
    do {
      try Folder.create(forFileAt: path)
      try append(.change(change))
    } catch {
      throw .historyNotChanged(error)
    }
  }
}

extension RecordedHistory {
  /// Adds a change to the file.
  func add(_ change: HistoryChange) throws(Failure) { try HistoryFile(path: path).add(change) }

  /// The summary of a workout, by its index; if `hasLaps` is false, the summary has no laps.
  func recordedSummary(at index: Int, hasLaps: Bool = false) throws(Failure) -> Report.Summary {
    try Failure.readingHistory(try summary(at: index, hasLaps: hasLaps))
  }

  /// The entry of a workout in a list, by its index.
  func entry(
    at index: Int, hasLaps: Bool = false, configuration: Settings, environment: [String: String]
  ) throws(Failure) -> HistoryTable.Entry {
    let summary = try recordedSummary(at: index, hasLaps: hasLaps)
    let workout = try Failure.readingHistory(try workout(at: index))
    return HistoryTable.Entry(
      number: count - index, started: workout.started, summary: summary,
      units: summary.units(over: configuration, inLocaleOf: environment))
  }
}
