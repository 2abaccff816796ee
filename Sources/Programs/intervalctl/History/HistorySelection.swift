import Dates
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

  /// The indices of the workouts.
  func indices(in history: RecordedHistory) -> ArraySlice<Int> {
    let indices = history.indices(since: since)
    return indices.suffix(count ?? indices.count)
  }

  /// Calls a closure for each workout, with its summary.
  func forEach(in history: RecordedHistory?, _ body: (RecordedWorkout, Report.Summary) throws -> Void) throws {
    guard let history else { return }
    for index in indices(in: history) { try body(history.workouts[index], history.recordedSummary(at: index)) }
  }
}

extension HistoryView {
  /// Makes a list of the selected workouts.
  init(
    _ history: RecordedHistory, _ selection: HistorySelection, configuration: Settings,
    environment: [String: String], today: CalendarDay
  ) throws(Failure) {
    var entries: [HistoryTable.Entry] = []
    for index in selection.indices(in: history) {
      entries.append(try history.entry(at: index, configuration: configuration, environment: environment))
    }
    self.init(
      entries: entries, of: history.workouts, since: selection.since,
      unit: configuration.units(inLocaleOf: environment).distance, today: today)
  }
}
