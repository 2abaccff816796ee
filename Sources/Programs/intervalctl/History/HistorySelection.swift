import Dates
import PlanLibrary
import WorkoutHistory
import WorkoutModel
import WorkoutReports
import WorkoutViews

/// The workouts that a list contains.
struct HistorySelection {
  /// The first day; nil for no limit.
  var since: CalendarDay?
  /// The maximum number of workouts, of which the latest are listed; nil for no limit.
  var count: Int?

  /// Whether the workouts of each training program are consecutive, and all other workouts are last.
  var byProgram = false
  /// Whether all sessions of programs are listed, so that `count` limits only the other workouts.
  var listsAllSessions = false

  /// The indices of the workouts.
  func indices(in history: RecordedHistory) throws(Failure) -> [Int] {
    let indices = try Failure.readingHistory(try history.indices(since: since))
    guard byProgram || listsAllSessions else { return indices.suffix(count ?? indices.count) }
    let workouts = try Failure.readingHistory(try history.workouts())
    let always = listsAllSessions ? indices.filter { workouts[$0].session != nil } : []
    let limited = listsAllSessions ? indices.filter { workouts[$0].session == nil } : indices
    let selected = always + limited.suffix(count ?? limited.count)
    return byProgram ? try groups(of: selected, in: history).flatMap(\.indices) : selected
  }

  /// The workouts of each program, in the order in which the programs were begun, and then all other workouts.
  private func groups(
    of indices: [Int], in history: RecordedHistory
  ) throws(Failure) -> [(program: String?, indices: [Int])] {
    let workouts = try Failure.readingHistory(try history.workouts())
    let programs = try Failure.readingHistory(try history.programs())
    let members = Dictionary(grouping: indices) { workouts[$0].session?.program }
    return (programs.map(Optional.some) + [nil]).compactMap { program in
      members[program].map { (program, $0) }
    }
  }

  /// Calls a closure for each workout, with its summary; if `hasLaps` is false, the summaries have no laps.
  func forEach(
    in history: RecordedHistory?, hasLaps: Bool, _ body: (RecordedWorkout, Report.Summary) throws -> Void
  ) throws {
    guard let history else { return }
    for index in try indices(in: history) {
      try body(
        try Failure.readingHistory(try history.workout(at: index)),
        try history.recordedSummary(at: index, hasLaps: hasLaps))
    }
  }
}

extension HistorySelection {
  /// The entries of the workouts in a list.
  fileprivate func entries(
    in history: RecordedHistory, configuration: Settings, environment: [String: String]
  ) throws(Failure) -> [HistoryTable.Entry] {
    var entries: [HistoryTable.Entry] = []
    for index in try indices(in: history) {
      entries.append(try history.entry(at: index, configuration: configuration, environment: environment))
    }
    return entries
  }
}

extension HistoryView {
  /// Makes a list of the selected workouts.
  init(
    _ history: RecordedHistory, _ selection: HistorySelection, configuration: Settings,
    environment: [String: String], today: CalendarDay
  ) throws(Failure) {
    self.init(
      entries: try selection.entries(in: history, configuration: configuration, environment: environment),
      of: try Failure.readingHistory(try history.workouts()), since: selection.since,
      unit: configuration.units(inLocaleOf: environment).distance, today: today)
  }
}

extension ProgramHistoryView {
  /// Makes a list of the selected workouts, which are ordered by program.
  ///
  /// - Returns: the list, and warnings about programs that cannot be read.
  static func make(
    _ history: RecordedHistory, _ selection: HistorySelection, library: Library, environment: [String: String],
    today: CalendarDay
  ) throws(Failure) -> (view: ProgramHistoryView, warnings: [String]) {
    let entries = try selection.entries(in: history, configuration: library.settings(), environment: environment)
    var programs: [String: Program] = [:]
    var counted: [String: [RecordedWorkout]] = [:]
    var warnings: [String] = []
    for name in Set(entries.compactMap(\.summary.session?.program)).sorted() {
      counted[name] = try Failure.readingHistory(try history.progress(of: name)).sessions
      do throws(Failure) {
        programs[name] =
          try library.program(named: name, in: history).map { (text) throws(Failure) in .found(try text.read(history)) }
          ?? .missing
      } catch {
        programs[name] = .unreadable
        warnings.append(error.message)
      }
    }
    let view = ProgramHistoryView(
      entries: entries, of: try Failure.readingHistory(try history.workouts()),
      listsAllSessions: selection.listsAllSessions, programs: programs,
      counted: counted, today: today)
    return (view, warnings)
  }
}
