import PlanNotation
package import TerminalUI
import Text
package import WorkoutModel
package import WorkoutPresentation

/// The output of `show`: the outline, totals, profile and schedule of a plan.
package struct PlanView {
  private let plan: ReadPlan
  private let units: DisplayUnits

  package init(plan: ReadPlan, units: DisplayUnits) {
    self.plan = plan
    self.units = units
  }

  /// The lines of `show`; if `width` is nil, the profile is drawn in 80 columns.
  package func lines(_ style: Style, width: Int? = nil) -> [String] {
    let about = plan.file.settings.about?.safeForTerminal
    let heading =
      (plan.title.map { $0.safeForTerminal.lines(width: width).map { style.text($0, .heading) } } ?? [])
      + (about?.lines(width: width) ?? [])
    return heading + (heading.isEmpty ? [] : [""])
      + OutlineTable(plan.workout, units: units).lines(style, width: width) + [""]
      + totals.lines(style, width: width) + [""]
      + ProfilePicture(plan.workout, width: width ?? Self.usualWidth).lines(style)
  }

  private var totals: Table {
    let totals = plan.totals
    let leadIn = plan.workout.leadIn
    return Table(facts: [
      ("Time", totals.timeWords),
      ("Lead-in", leadIn == .zero ? nil : leadIn.unitsText),
      ("Distance", totals.distance.text(in: units.distance) ?? Table.unknown),
      ("Intervals", totals.intervals.map(String.init) ?? Table.unknown),
      ("Pace", totals.averageMetresPerSecond.map(units.pace.text) ?? Table.unknown),
    ])
  }

  /// The lines of `show --schedule`.
  package func lines(_ schedule: Schedule, _ style: Style, width: Int? = nil) -> [String] {
    var table = Table(columns: [
      .init(title: "No.", isRightAligned: true, dropOrder: 2), .init(title: "Start", isRightAligned: true),
      .init(title: "Kind"), .init(title: "Time", isRightAligned: true),
      .init(title: "Distance", isRightAligned: true, dropOrder: 1), .init(title: "Round", isFlexible: true),
      .init(title: "Label", isFlexible: true, dropOrder: 3),
    ])
    table.rows = schedule.entries.map(row)
    if schedule.entries.allSatisfy({ $0.interval.interval.label == nil }) {
      table.removeColumn(at: table.columns.count - 1)
    }
    return table.lines(style, width: width) + (schedule.isTruncated ? ["and so on"] : [])
  }

  private func row(_ entry: Schedule.Entry) -> [Table.Cell] {
    let interval = entry.interval
    return [
      .init("\(entry.number)"),
      .init(entry.start?.clockText() ?? Table.unknown),
      .init(interval.kind.rawValue, look: interval.kind.look),
      .init(interval.duration?.clockText() ?? "open"),
      .init(interval.metres.map(units.distance.text) ?? Table.unknown),
      .init(
        entry.rounds.map { round in round.of.map { "\(round.number)/\($0)" } ?? "\(round.number)" }
          .joined(separator: " ")),
      .init(interval.interval.label ?? ""),
    ]
  }

  private static let usualWidth = 80
}

extension String {
  /// The text in lines of at most `width` columns; one line if `width` is nil.
  ///
  /// A command at the end is not broken.
  func lines(width: Int?) -> [String] { width.map { wrappedKeepingCommand(to: $0) } ?? [self] }
}

extension Table {
  /// The text of an unknown value.
  static let unknown = "–"
}

/// The intervals of a workout in order, with their start times.
package struct Schedule: Equatable {
  package let entries: [Entry]
  /// Whether the workout continues after the last entry.
  package let isTruncated: Bool

  /// The maximum number of entries, so that the list of an endless plan has an end.
  package static let maxEntries = 10_000

  /// One interval of the schedule.
  package struct Entry: Equatable {
    /// The number of the interval, from 1.
    package let number: Int
    package let interval: ScheduledInterval
    /// The time since the start of the first interval; nil after an open interval, because its end is unknown.
    package let start: Duration?
    package let rounds: [Round]
  }

  /// Lists the intervals of a timeline; the complexity is linear in the number of entries.
  package init(_ timeline: Timeline, limit: Int = Schedule.maxEntries) {
    var entries: [Entry] = []
    var position: Position? = timeline.start
    var start: Duration? = .zero
    while let current = position, entries.count < limit {
      let interval = timeline.interval(at: current)
      entries.append(
        Entry(number: current.number, interval: interval, start: start, rounds: timeline.rounds(at: current)))
      start = start.flatMap { start in interval.duration.map { start + $0 } }
      position = timeline.position(after: current)
    }
    self.entries = entries
    isTruncated = position != nil
  }
}
