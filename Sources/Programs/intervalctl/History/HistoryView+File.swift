import Dates
import WorkoutModel
import WorkoutViews

extension HistoryView {
  /// Lists the workouts since a day, or the latest ones.
  init(_ history: RecordedHistory, since: CalendarDay?, units: DisplayUnits, today: CalendarDay) throws(Failure) {
    let total = history.workouts.count
    var entries: [HistoryTable.Entry] = []
    for index in history.indices(since: since).suffix(since == nil ? Self.usualEntries : total) {
      let summary = try history.summary(at: index)
      entries.append(.init(number: total - index, started: history.workouts[index].started, summary: summary))
    }
    self.init(entries: entries, of: history.workouts, since: since, units: units, today: today)
  }
}
