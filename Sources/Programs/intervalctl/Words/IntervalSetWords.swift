import RunCalculator
import PlanNotation
import Varlink
import WorkoutModel

/// The words for a set of intervals, and for how often it is done to reach a goal.
struct IntervalSetWords {
  let set: IntervalSet
  /// With what is reached by them.
  let repetitions: (Repetitions, to: Repetitions.Goal)?
  let units: DisplayUnits

  func lines(_ style: Style, width: Int? = nil) -> [String] {
    setTable.lines(style, width: width)
      + (repetitions.map { [""] + table(of: $0, to: $1).lines(style, width: width) } ?? [])
  }

  /// What is not known is null.
  var json: JSONValue {
    var members: JSONValue.Object = [
      "set": .object(Self.members(of: set.totals)),
      "parts": .array(
        set.parts.map { part in
          .object(Self.members(of: part.totals).merging(["plan": .string(part.plan.notation)]) { $1 })
        }),
    ]
    if let (repetitions, _) = repetitions {
      members["crossing"] = .object(
        Self.members(of: repetitions.crossing).merging(["sets": .int(repetitions.setsBeforeCrossing)]) { $1 })
      members["wholeSets"] = .object(
        Self.members(of: repetitions.whole).merging(["sets": .int(repetitions.wholeSets)]) { $1 })
      members["byAveragePace"] =
        repetitions.average.map { sets, totals in
          .object(Self.members(of: totals).merging(["sets": .float(sets)]) { $1 })
        } ?? .null
    }
    return .object(members)
  }

  /// A row for each part, and one for all.
  private var setTable: Table {
    var table = Table(columns: [
      .init(title: "Set", isFlexible: true), .init(title: "Time", isRightAligned: true),
      .init(title: units.distance.rawValue, isRightAligned: true),
      .init(title: units.pace.rawValue, isRightAligned: true),
    ])
    let isOne = set.parts.count == 1
    table.rows = set.parts.map { row($0.plan.notation, $0.totals, look: isOne ? .heading : nil) }
    if !isOne { table.rows.append(row("Together", set.totals, look: .heading)) }
    return table
  }

  private func row(_ name: String, _ totals: Totals, look: Style.Look?) -> [Table.Cell] {
    [
      .init(name), .init(totals.duration?.clockText() ?? PlanWords.unknown, look: look),
      .init(totals.metres.map(units.distance.figure) ?? PlanWords.unknown, look: look),
      .init(totals.averageMetresPerSecond.map(units.pace.figure) ?? PlanWords.unknown, look: look),
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
    // A piece of a set may follow the whole ones; its place is worth a tenth of a second.
    let isWhole = repetitions.setsBeforeCrossing == repetitions.wholeSets
    let crossing = repetitions.crossing
    table.rows = [
      [
        "Crossing", .init("\(repetitions.setsBeforeCrossing)\(isWhole ? "" : " +")"),
        .init(crossing.duration?.clockText(tenths: true) ?? PlanWords.unknown, look: .heading), distance(crossing),
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

  /// A time in full seconds, whose colons line up with those of one with tenths.
  private func time(_ totals: Totals) -> Table.Cell {
    .init(totals.duration.map { "\($0.clockText())  " } ?? PlanWords.unknown)
  }

  private func distance(_ totals: Totals) -> Table.Cell {
    .init(totals.metres.map(units.distance.figure) ?? PlanWords.unknown)
  }

  private static func members(of totals: Totals) -> JSONValue.Object {
    [
      "durationMs": JSONValue(totals.duration?.inMilliseconds, JSONValue.int),
      "distanceM": JSONValue(totals.metres, JSONValue.float),
      "averagePaceMps": JSONValue(totals.averageMetresPerSecond, JSONValue.float),
    ]
  }
}
