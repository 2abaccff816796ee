package import Dates
import TerminalUI
import Text
import WorkoutModel
import WorkoutPresentation
import WorkoutReports

/// A table of weeks, each with its totals and a bar to scale.
struct WeekTable {
  let totals: WeekTotals
  let unit: DistanceUnit
  let today: CalendarDay

  /// The lines of the table; a narrow table has no planned times.
  func lines(_ style: Style, width: Int?) -> [String] {
    let rows = totals.rows
    var table = Table(
      columns: [
        .init(title: "Week", isRightAligned: true), .init(title: "No.", isRightAligned: true),
        .init(title: "Time", isRightAligned: true), .init(title: "Planned", isRightAligned: true, look: .faint),
        .init(title: unit.rawValue, isRightAligned: true),
      ],
      rows: rows.map { index in index.map { row(totals.weeks[$0]) } ?? ["…", "", "", "", ""] })
    var room = room(beside: table, width)
    if room < Self.minBarWithPlanned {
      table.removeColumn(at: 3)
      room = self.room(beside: table, width)
    }
    if room >= Self.minBar {
      let title = totals.scale.rawValue
      table.columns.append(.init(title: title.columns <= room ? title : "", look: .green))
      let parts = totals.parts
      for (row, index) in rows.enumerated() {
        table.rows[row].append(.init(index.map { Bar(fraction: parts[$0]).text(columns: room) } ?? ""))
      }
    }
    return table.lines(style, width: width)
  }

  /// The columns for the bars.
  private func room(beside table: Table, _ width: Int?) -> Int {
    let taken = table.lines(.plain).map(\.columns).max() ?? 0
    return min((width ?? Self.usualWidth) - taken - Table.gap.count, Self.maxBar)
  }

  private func row(_ week: WeekTotals.Week) -> [Table.Cell] {
    guard week.workouts > 0 else { return [.init(week.monday.weekText(in: today.year)), "0", "", "", ""] }
    return [
      .init(week.monday.weekText(in: today.year)), .init("\(week.workouts)"), .init(week.time.clockText()),
      .init(week.planned?.clockText() ?? Table.unknown),
      .init(week.distance?.figure(in: unit) ?? Table.unknown),
    ]
  }

  private static let usualWidth = 80
  private static let maxBar = 40
  private static let minBar = 4
  private static let minBarWithPlanned = 8
}

/// The totals of each week in a period; weeks begin on Monday.
struct WeekTotals: Equatable {
  /// The weeks without gaps, the oldest first.
  let weeks: [Week]

  struct Week: Equatable {
    let monday: CalendarDay
    var workouts = 0
    var time = Duration.zero
    /// The total of the planned times of plans that have an end; nil if no plan has an end.
    var planned: Duration?
    /// The total of the known distances; nil if none is known.
    ///
    /// A workout without any known distance, such as a strength workout, does not make the total partial.
    var distance: KnownDistance?
    /// Whether the whole distance of each workout is known.
    var isMeasured = true
  }

  /// Sums up the weeks from `first` to `last`, and leaves out the weeks before the first workout.
  init(_ workouts: [RecordedWorkout], from first: CalendarDay, to last: CalendarDay) {
    let earliest = workouts.map(\.started.day).min() ?? last
    let begin = max(first, earliest).monday
    var weeks = stride(from: begin.number, through: last.number, by: 7).map { Week(monday: CalendarDay(number: $0)) }
    for workout in workouts {
      let index = (workout.started.day.monday.number - begin.number) / 7
      guard workout.started.day >= begin, weeks.indices.contains(index) else { continue }
      weeks[index].add(workout)
    }
    self.weeks = weeks
  }

  /// The scale of the bars: distance if the whole distance of every workout is known, or otherwise time.
  var scale: Scale {
    weeks.allSatisfy(\.isMeasured) && weeks.contains { $0.metres > 0 } ? .distance : .time
  }

  enum Scale: String {
    case distance = "by distance"
    case time = "by time"
  }

  /// The rows of the table; a row is the index of a week, or nil for a gap of more than `maxGap` weeks without a
  /// workout.
  var rows: [Int?] {
    var rows: [Int?] = []
    var gapStart = 0
    for index in 0...weeks.count where index == weeks.count || weeks[index].workouts > 0 {
      if index - gapStart > Self.maxGap { rows.append(nil) } else { rows += Array(gapStart..<index) }
      if index < weeks.count { rows.append(index) }
      gapStart = index + 1
    }
    return rows
  }

  private static let maxGap = 8

  /// The total of each week as a fraction of the highest total; 0 for a week without workouts.
  var parts: [Double] {
    let scale = scale
    let sizes = weeks.map { scale == .distance ? $0.metres : $0.time / .seconds(1) }
    guard let greatest = sizes.max(), greatest > 0 else { return sizes.map { _ in 0 } }
    return sizes.map { $0 / greatest }
  }
}

extension WeekTotals.Week {
  fileprivate var metres: Double { distance?.metres ?? 0 }

  fileprivate mutating func add(_ workout: RecordedWorkout) {
    workouts += 1
    time += workout.elapsed
    if let planned = workout.planned { self.planned = (self.planned ?? .zero) + planned }
    if workout.distance.knownMetres != nil { distance = (distance ?? .zero) + workout.distance }
    if workout.distance.isPartial { isMeasured = false }
  }
}

/// The words for days and weeks; the year is left out if it is the present year.
extension CalendarDay {
  /// The day: `20 Nov`, or `20 Nov 2025` in another year.
  func text(in year: Int) -> String {
    self.year == year ? dayAndMonth : "\(dayAndMonth) \(self.year)"
  }

  /// The day with its weekday: `Fri 20 Nov`, or `20 Nov 2025` in another year.
  package func weekdayText(in year: Int) -> String {
    self.year == year ? "\(weekdayName) \(dayAndMonth)" : text(in: year)
  }

  /// The day with its weekday, aligned for a column: `Mon  2 Nov`.
  func weekdayColumn(in year: Int) -> String {
    self.year == year ? "\(weekdayName) \(dayAndMonth.padded(to: 6, rightAligned: true))" : text(in: year)
  }

  /// The week of the day: `16–22 Nov`, `30 Nov–6 Dec`, or `21–27 Dec 2025` in another year.
  func weekText(in year: Int) -> String {
    let sunday = monday.advanced(by: 6)
    let first = monday.date.month == sunday.date.month ? "\(monday.date.day)" : monday.dayAndMonth
    let isOfYear = monday.year == year || sunday.year == year
    return "\(first)–\(sunday.dayAndMonth)" + (isOfYear ? "" : " \(sunday.year)")
  }

  private var weekdayName: Substring { Self.weekdays[weekday].prefix(3) }

  private var dayAndMonth: String {
    let (_, month, day) = date
    return "\(day) \(Self.months[month - 1])"
  }

  /// The names of the weekdays, from Monday.
  package static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
