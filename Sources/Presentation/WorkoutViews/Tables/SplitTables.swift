import PlanNotation
package import RunCalculator
package import TerminalUI
import Text
package import WorkoutModel

/// Splits, one row each.
package struct SplitTable {
  package let splits: SplitList
  private let units: DisplayUnits

  package init(splits: SplitList, units: DisplayUnits) {
    self.splits = splits
    self.units = units
  }

  package func lines(_ style: Style, width: Int? = nil) -> [String] {
    var table = Table(columns: [
      .init(title: "No.", isRightAligned: true), .init(title: units.distance.rawValue, isRightAligned: true),
      .init(title: units.pace.rawValue, isRightAligned: true), .init(title: "Time", isRightAligned: true),
      .init(title: "Total", isRightAligned: true),
    ])
    table.rows = splits.listed.map(row)
    guard splits.isTruncated else {
      table.rows[table.rows.count - 1][4].look = .heading
      return table.lines(style, width: width)
    }
    let total = "\(units.distance.text(metres: splits.metres)) in \(style.text(splits.time.clockText(), .heading))"
    return table.lines(style, width: width) + ["and so on to split \(splits.count)", total]
  }

  private func row(_ split: Split) -> [Table.Cell] {
    [
      .init("\(split.number)"), .init(units.distance.figure(metres: split.totalMetres)),
      .init(units.pace.figure(metresPerSecond: split.metresPerSecond)), .init(split.time.clockText()),
      .init(split.totalTime.clockText()),
    ]
  }
}

/// A set of intervals, and its repetitions to reach a goal.
package struct IntervalSetTable {
  package let parts: [Part]
  package let repetitions: (Repetitions, to: Repetitions.Goal)?
  private let units: DisplayUnits

  package struct Part {
    package let plan: Plan
    package let measure: Measure

    package init(plan: Plan, measure: Measure) {
      self.plan = plan
      self.measure = measure
    }
  }

  package init(parts: [Part], repetitions: (Repetitions, to: Repetitions.Goal)?, units: DisplayUnits) {
    self.parts = parts
    self.repetitions = repetitions
    self.units = units
  }

  /// The total of all parts, done once.
  package var measure: Measure { parts.reduce(.zero) { $0 + $1.measure } }

  package func lines(_ style: Style, width: Int? = nil) -> [String] {
    setTable.lines(style, width: width)
      + (repetitions.map { [""] + table(of: $0, to: $1).lines(style, width: width) } ?? [])
  }

  /// The parts, and their total if there are several.
  private var setTable: Table {
    var table = Table(columns: [
      .init(title: "Set", isFlexible: true), .init(title: "Time", isRightAligned: true),
      .init(title: units.distance.rawValue, isRightAligned: true),
      .init(title: units.pace.rawValue, isRightAligned: true),
    ])
    let isOne = parts.count == 1
    table.rows = parts.map { row($0.plan.notation, $0.measure, look: isOne ? .heading : nil) }
    if !isOne { table.rows.append(row("Together", measure, look: .heading)) }
    return table
  }

  private func row(_ name: String, _ measure: Measure, look: Style.Look?) -> [Table.Cell] {
    [
      .init(name), .init(measure.duration?.clockText() ?? Table.unknown, look: look),
      .init(measure.metres.map(units.distance.figure) ?? Table.unknown, look: look),
      .init(measure.averageMetresPerSecond.map(units.pace.figure) ?? Table.unknown, look: look),
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
    // Part of a set may follow the whole ones, so the crossing has tenths of a second.
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
        "By average", .init(decimalText(average.sets, decimals: 2)), time(average.measure), distance(average.measure),
      ])
    }
    return table
  }

  /// A time in full seconds, aligned with times with tenths.
  private func time(_ measure: Measure) -> Table.Cell {
    .init(measure.duration.map { "\($0.clockText())  " } ?? Table.unknown)
  }

  private func distance(_ measure: Measure) -> Table.Cell {
    .init(measure.metres.map(units.distance.figure) ?? Table.unknown)
  }
}
