import Dates
import Text
import TerminalUI
import WorkoutModel

/// The totals of weeks, a row each, with a bar to scale.
struct WeekTable {
  let totals: WeekTotals
  let units: DisplayUnits
  let today: CalendarDay

  func lines(_ style: Style, width: Int?) -> [String] {
    let rows = totals.rows
    var table = Table(
      columns: [
        .init(title: "Week", isRightAligned: true), .init(title: "No.", isRightAligned: true),
        .init(title: "Time", isRightAligned: true), .init(title: units.distance.rawValue, isRightAligned: true),
      ],
      rows: rows.map { index in index.map { row(totals.weeks[$0]) } ?? ["…", "", "", ""] })
    let taken = table.lines(.plain).map(\.columns).max() ?? 0
    let room = min((width ?? Self.usualWidth) - taken - Table.gap.count, Self.longestBar)
    if room >= Self.shortestBar {
      let title = totals.scale.rawValue
      table.columns.append(.init(title: title.columns <= room ? title : "", look: .green))
      let parts = totals.parts
      for (row, index) in rows.enumerated() {
        table.rows[row].append(.init(index.map { Bar(fraction: parts[$0]).text(columns: room) } ?? ""))
      }
    }
    return table.lines(style, width: width)
  }

  private func row(_ week: WeekTotals.Week) -> [Table.Cell] {
    guard week.workouts > 0 else { return [.init(week.monday.weekText(in: today.year)), "0", "", ""] }
    return [
      .init(week.monday.weekText(in: today.year)), .init("\(week.workouts)"), .init(week.time.clockText()),
      .init(week.metres.map(units.distance.figure) ?? PlanWords.unknown),
    ]
  }

  private static let usualWidth = 80
  private static let longestBar = 40
  private static let shortestBar = 4
}
