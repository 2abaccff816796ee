import Dates
import TerminalUI
import ControlInterface
import WorkoutModel

/// Workouts that were recorded, a row each.
struct HistoryTable {
  let entries: [Entry]
  let units: DisplayUnits
  let today: CalendarDay

  struct Entry {
    /// Counted from the newest of all, which is 1.
    let number: Int
    let started: LocalTime
    let summary: Wire.Summary
  }

  /// The lines; where there is little room the table does without weekdays, clocks and paces.
  func lines(_ style: Style, width: Int?) -> [String] {
    (width.map { $0 < Self.roomy } == true ? narrow : wide).lines(style, width: width)
  }

  private var wide: Table {
    var table = Table(
      columns: [
        .init(title: "No.", isRightAligned: true), .init(title: "Started", isRightAligned: true),
        .init(title: "Time", isRightAligned: true), .init(title: units.distance.rawValue, isRightAligned: true),
        .init(title: units.pace.rawValue, isRightAligned: true), .init(look: .faint),
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
        .init(title: "Time", isRightAligned: true), .init(title: units.distance.rawValue, isRightAligned: true),
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

  private func distance(_ entry: Entry) -> Table.Cell {
    guard let metres = entry.summary.distanceM else { return .init(PlanWords.unknown) }
    return .init((entry.summary.corrected == true ? Self.corrected : "") + units.distance.figure(metres: metres))
  }

  private func pace(_ entry: Entry) -> String {
    entry.summary.averageMetresPerSecond.map(units.pace.figure) ?? PlanWords.unknown
  }

  private func name(_ entry: Entry) -> Table.Cell { .init(WorkoutName(entry.summary).heading) }

  /// The columns from which on it has all that it has.
  private static let roomy = 70
  /// The mark of a workout that was stopped, where there is no room for the word.
  private static let stopped = "■"
  /// The mark of a distance that somebody has measured.
  private static let corrected = "✓"
}

extension HistoryTable.Entry {
  fileprivate var time: String { Duration.milliseconds(summary.elapsedMs).clockText() }
}
