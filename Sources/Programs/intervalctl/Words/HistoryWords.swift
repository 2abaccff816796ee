import Dates
import TerminalUI
import WorkoutModel

/// The words for the workouts that were recorded.
struct HistoryWords {
  private let table: HistoryTable
  private let weeks: WeekTable
  private let total: Int

  /// Reads those since a day, or the last ones.
  init(_ history: RecordedHistory, since: CalendarDay?, units: DisplayUnits, today: CalendarDay) throws(Failure) {
    total = history.workouts.count
    var entries: [HistoryTable.Entry] = []
    for index in history.indices(since: since).suffix(since == nil ? Self.usualEntries : total) {
      entries.append(
        .init(number: total - index, started: history.workouts[index].started, summary: try history.summary(at: index)))
    }
    table = HistoryTable(entries: entries, units: units, today: today)
    let first = since ?? today.advanced(by: -7 * (Self.usualWeeks - 1))
    weeks = WeekTable(
      totals: WeekTotals(history.workouts, from: first, to: today), units: units, today: today)
  }

  var isEmpty: Bool { table.entries.isEmpty }

  func lines(_ style: Style, width: Int?) -> [String] {
    let count = table.entries.count
    let all = total == 1 ? "1 workout" : "\(total) workouts"
    let heading = count < total ? "The last \(count) of \(all)" : all
    return [style.text(heading, .heading)] + table.lines(style, width: width) + [""]
      + weeks.lines(style, width: width)
  }

  private static let usualEntries = 20
  private static let usualWeeks = 8
}
