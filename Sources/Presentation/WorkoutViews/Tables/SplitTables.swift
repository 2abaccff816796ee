package import Dates
import PlanNotation
package import RunCalculator
package import TerminalUI
import Text
package import WorkoutModel

/// A table of splits.
///
/// The times of the splits are differences of the displayed totals, so the displayed times add up to the total.
package struct SplitTable {
  package let splits: SplitList
  /// The time of day of the start; if it is known, the table has a column with the time of day of each split.
  package let start: ClockTime?
  private let units: DisplayUnits

  package init(splits: SplitList, start: ClockTime? = nil, units: DisplayUnits) {
    self.splits = splits
    self.start = start
    self.units = units
  }

  package func lines(_ style: Style, width: Int? = nil) -> [String] {
    var table = Table(columns: [
      .init(title: "No.", isRightAligned: true), .init(title: units.distance.rawValue, isRightAligned: true),
      .init(title: units.pace.rawValue, isRightAligned: true), .init(title: "Time", isRightAligned: true),
      .init(title: "Total", isRightAligned: true),
    ])
    if start != nil { table.columns.append(.init(title: "Clock", isRightAligned: true)) }
    table.rows = splits.listed.map(row)
    if !splits.isTruncated { table.rows[table.rows.count - 1][4].look = .heading }
    var lines = table.lines(style, width: width)
    if splits.isTruncated {
      let total = "\(units.distance.text(metres: splits.metres)) in \(style.text(splits.time.clockText(), .heading))"
      lines += ["and so on to split \(splits.count)", total]
    }
    return lines + [halves].compactMap(\.self)
  }

  private func row(_ split: Split) -> [Table.Cell] {
    let total = split.totalTime.rounded(to: .seconds(1))
    let time = Duration.seconds(total - (split.totalTime - split.time).rounded(to: .seconds(1)))
    return [
      .init("\(split.number)"), .init(units.distance.figure(metres: split.totalMetres)),
      .init(units.pace.figure(metresPerSecond: split.metresPerSecond)), .init(time.clockText()),
      .init(split.totalTime.clockText()),
    ] + [start.map { .init($0.adding(seconds: total).text) }].compactMap(\.self)
  }

  /// The times of both halves of a negative split; nil for any other list.
  private var halves: String? {
    splits.firstHalf.map { first in
      let second = Duration.seconds(splits.time.rounded(to: .seconds(1)) - first.rounded(to: .seconds(1)))
      return "first half \(first.clockText()), second half \(second.clockText())"
    }
  }
}

/// A table of a set of intervals; with a goal, also a table of the number of sets up to the goal.
package struct IntervalSetTable {
  package let parts: [Part]
  package let repetitions: (Repetitions, to: Repetitions.Goal)?
  private let units: DisplayUnits

  package struct Part {
    package let plan: Plan
    package let totals: Totals

    package init(plan: Plan, totals: Totals) {
      self.plan = plan
      self.totals = totals
    }
  }

  package init(parts: [Part], repetitions: (Repetitions, to: Repetitions.Goal)?, units: DisplayUnits) {
    self.parts = parts
    self.repetitions = repetitions
    self.units = units
  }

  /// The totals of one set.
  package var totals: Totals { parts.reduce(.zero) { $0 + $1.totals } }

  package func lines(_ style: Style, width: Int? = nil) -> [String] {
    setTable.lines(style, width: width)
      + (repetitions.map { [""] + table(of: $0, to: $1).lines(style, width: width) } ?? [])
  }

  /// A table of the parts; if there are several parts, the last row is their total.
  private var setTable: Table {
    var table = Table(columns: [
      .init(title: "Set", isFlexible: true), .init(title: "Time", isRightAligned: true),
      .init(title: units.distance.rawValue, isRightAligned: true),
      .init(title: units.pace.rawValue, isRightAligned: true),
    ])
    let isOne = parts.count == 1
    table.rows = parts.map { row($0.plan.notation, $0.totals, look: isOne ? .heading : nil) }
    if !isOne { table.rows.append(row("Together", totals, look: .heading)) }
    return table
  }

  private func row(_ name: String, _ totals: Totals, look: Style.Look?) -> [Table.Cell] {
    [
      .init(name), .init(totals.duration?.clockText() ?? Table.unknown, look: look),
      .init(totals.distance.figure(in: units.distance) ?? Table.unknown, look: look),
      .init(totals.averageMetresPerSecond.map(units.pace.figure) ?? Table.unknown, look: look),
    ]
  }

  private func table(of repetitions: Repetitions, to goal: Repetitions.Goal) -> Table {
    let title =
      switch goal {
      case .time(let time): time.clockText()
      case .distance(let distance): units.distance.text(metres: distance.metres)
      }
    var table = Table(columns: [
      .init(title: title), .init(title: "Sets", isRightAligned: true), .init(title: "Time", isRightAligned: true),
      .init(title: units.distance.rawValue, isRightAligned: true),
    ])
    // If the goal is reached in the middle of a set, a plus sign follows the number of completed sets.
    let isWhole = repetitions.setsBeforeCrossing == repetitions.wholeSets
    let crossing = repetitions.crossing
    table.rows = [
      [
        "Crossing", .init("\(repetitions.setsBeforeCrossing)\(isWhole ? "" : " +")"),
        .init(crossing.duration?.clockText(tenths: true) ?? Table.unknown, look: .heading), distance(crossing),
      ],
      ["Whole sets", .init("\(repetitions.wholeSets)"), time(repetitions.whole), distance(repetitions.whole)],
    ]
    if let average = repetitions.average {
      table.rows.append([
        "By average", .init(decimalText(average.sets, decimals: 2)), time(average.totals), distance(average.totals),
      ])
    }
    return table
  }

  /// Returns a time in full seconds, aligned with the times that have tenths.
  private func time(_ totals: Totals) -> Table.Cell {
    .init(totals.duration.map { "\($0.clockText())  " } ?? Table.unknown)
  }

  private func distance(_ totals: Totals) -> Table.Cell {
    .init(totals.distance.figure(in: units.distance) ?? Table.unknown)
  }
}
