package import Dates
package import TerminalUI
import Text
package import WorkoutModel
import WorkoutPresentation
package import WorkoutReports

/// A table of recorded workouts, each in the units of its plan.
package struct HistoryTable {
  let entries: [Entry]
  let today: CalendarDay
  /// The unit of all distances, which is then the title of the column; nil if the units differ.
  let distanceUnit: DistanceUnit?
  /// The unit of all paces, which is then the title of the column; nil if the units differ.
  private let paceUnit: PaceUnit?

  init(entries: [Entry], today: CalendarDay) {
    self.entries = entries
    self.today = today
    distanceUnit = common(entries.map(\.units.distance))
    paceUnit = common(entries.map(\.units.pace))
  }

  package struct Entry {
    /// The number of the workout; the latest is 1.
    package let number: Int
    package let started: LocalTime
    package let summary: Report.Summary
    package let units: DisplayUnits

    package init(number: Int, started: LocalTime, summary: Report.Summary, units: DisplayUnits) {
      self.number = number
      self.started = started
      self.summary = summary
      self.units = units
    }
  }

  /// The lines of the table; a narrow table has no weekdays, no times of day and no paces.
  func lines(_ style: Style, width: Int?) -> [String] {
    (width.map { $0 < Self.fullWidth } == true ? narrow : wide).lines(style, width: width)
  }

  private var wide: Table {
    var table = Table(
      columns: [
        .init(title: "No.", isRightAligned: true), .init(title: "Started", isRightAligned: true),
        .init(title: "Time", isRightAligned: true), .init(title: distanceTitle, isRightAligned: true),
        .init(title: paceUnit?.rawValue ?? "Pace", isRightAligned: true), .init(look: .faint),
        .init(title: "Workout", isFlexible: true),
      ],
      rows: entries.map { entry in
        [
          .init("\(entry.number)"), .init("\(day(entry).weekdayColumn(in: today.year)) \(entry.started.clock)"),
          .init(entry.time), distance(entry), .init(pace(entry)), .init(entry.summary.completed ? "" : "stopped"),
          name(entry),
        ]
      })
    if entries.allSatisfy(\.summary.completed) { table.removeColumn(at: 5) }
    return table
  }

  private var narrow: Table {
    Table(
      columns: [
        .init(title: "#", isRightAligned: true), .init(title: "Day", isRightAligned: true),
        .init(title: "Time", isRightAligned: true), .init(title: distanceTitle, isRightAligned: true),
        .init(title: "Workout", isFlexible: true),
      ],
      rows: entries.map { entry in
        [
          .init("\(entry.number)"), .init(day(entry).text(in: today.year)),
          .init((entry.summary.completed ? "" : Self.stopped) + entry.time), distance(entry), name(entry),
        ]
      })
  }

  private func day(_ entry: Entry) -> CalendarDay { entry.started.day }

  private var distanceTitle: String { distanceUnit?.rawValue ?? "Distance" }

  private func distance(_ entry: Entry) -> Table.Cell {
    let (distance, unit) = (entry.summary.distance, entry.units.distance)
    guard let text = distanceUnit == nil ? distance.shortText(in: unit) : distance.figure(in: unit) else {
      return .init(Table.unknown)
    }
    return .init((entry.summary.corrected == true ? Self.corrected : "") + text)
  }

  private func pace(_ entry: Entry) -> String {
    guard let speed = entry.summary.averageMetresPerSecond else { return Table.unknown }
    let unit = entry.units.pace
    return paceUnit == nil ? unit.text(metresPerSecond: speed) : unit.figure(metresPerSecond: speed)
  }

  private func name(_ entry: Entry) -> Table.Cell { .init(WorkoutName(entry.summary).shortHeading) }

  /// The minimum width of the full table.
  private static let fullWidth = 70
  /// The mark of a stopped workout, in a narrow table.
  private static let stopped = "■"
  /// The mark of a measured distance.
  private static let corrected = "✓"
}

/// The value of all elements; nil if the elements differ, or without elements.
func common<Unit: Equatable>(_ units: [Unit]) -> Unit? {
  units.first.flatMap { first in units.allSatisfy { $0 == first } ? first : nil }
}

extension HistoryTable.Entry {
  /// The workout in a sentence: `"Easy" of Fri 20 Nov, 06:30 (30:00, 4.80 km)`.
  package func phrase(today: CalendarDay) -> String {
    let figures = [time, summary.distance.text(in: units.distance)].compactMap(\.self)
    let moment = "\(started.day.weekdayText(in: today.year)), \(started.clock)"
    return "\(WorkoutName(summary).phrase) of \(moment) (\(figures.joined(separator: ", ")))"
  }

  fileprivate var time: String { Duration.milliseconds(summary.elapsedMs).clockText() }
}

/// The output of `history`: the recorded workouts and the weekly totals.
package struct HistoryView {
  private let table: HistoryTable
  private let weeks: WeekTable
  private let total: Int

  /// The maximum number of listed workouts if no first day is specified.
  package static let usualEntries = 20
  private static let usualWeeks = 8

  /// Lists `entries`, and the weeks since the day `since`; if `since` is nil, the last eight weeks are listed.
  ///
  /// The totals of the weeks are in the unit of the entries, or in `unit` if the entries have different units.
  package init(
    entries: [HistoryTable.Entry], of workouts: [RecordedWorkout], since: CalendarDay?, unit: DistanceUnit,
    today: CalendarDay
  ) {
    total = workouts.count
    table = HistoryTable(entries: entries, today: today)
    let first = since ?? today.advanced(by: -7 * (Self.usualWeeks - 1))
    weeks = WeekTable(
      totals: WeekTotals(workouts, from: first, to: today), unit: table.distanceUnit ?? unit, today: today)
  }

  package func lines(_ style: Style, width: Int?) -> [String] {
    [style.text(Self.heading(table.entries.count, of: total), .heading)] + table.lines(style, width: width) + [""]
      + weeks.lines(style, width: width)
  }

  /// The number of listed workouts: `The last 20 of 25 workouts`.
  static func heading(_ count: Int, of total: Int) -> String {
    let all = total.counted("workout")
    return count == total ? all : count == 1 ? "The last of \(all)" : "The last \(count) of \(all)"
  }
}
