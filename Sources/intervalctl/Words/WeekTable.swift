import WorkoutModel

/// The totals of weeks, a row each, with a bar to scale.
struct WeekTable {
  let totals: WeekTotals
  let units: DisplayUnits
  let today: CalendarDay

  func lines(_ style: Style, width: Int?) -> [String] {
    var table = Table(
      columns: [
        .init(title: "Week", isRightAligned: true), .init(title: "No.", isRightAligned: true),
        .init(title: "Time", isRightAligned: true), .init(title: units.distance.rawValue, isRightAligned: true),
      ],
      rows: totals.weeks.map(row))
    let taken = table.lines(.plain).map(\.columns).max() ?? 0
    let room = min((width ?? Self.usualWidth) - taken - Table.gap.count, Self.longestBar)
    if room >= Self.shortestBar {
      let title = totals.scale.rawValue
      table.columns.append(.init(title: title.columns <= room ? title : "", look: .fast))
      for (index, part) in totals.parts.enumerated() {
        table.rows[index].append(.init(Bar(part: part).text(columns: room)))
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
