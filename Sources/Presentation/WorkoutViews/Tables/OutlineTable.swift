import PlanNotation
import TerminalUI
import Text
import WorkoutModel

/// A table of the steps of a workout, with the time and distance of one occurrence of each step.
///
/// A long plan is shortened to about `maxSteps` rows; the steps of inner repeats are left out first.
struct OutlineTable {
  private let rows: [Row]
  private let units: DisplayUnits
  /// Whether the paces of all intervals have the unit of the average paces, which is then the title of the column.
  private let hasOnePaceUnit: Bool

  /// The maximum number of steps that have a row.
  static let maxSteps = 40

  private struct Row {
    /// The characters that draw the tree, in front of the text.
    var guides: String
    var text: String
    var content: OutlineStep.Content?
    var totals: Totals?
  }

  init(_ workout: Workout, units: DisplayUnits) {
    self.units = units
    hasOnePaceUnit = workout.plan.intervals.allSatisfy { $0.pace.map(units.unit) ?? units.pace == units.pace }
    let outline = workout.outline
    rows = Self.rows(of: outline, at: [], guides: nil, shown: Self.counts(outline))
  }

  func lines(_ style: Style, width: Int? = nil) -> [String] {
    var table = Table(columns: [
      .init(title: "Plan", isFlexible: true, minWidth: 14), .init(title: "Time", isRightAligned: true),
      .init(title: units.distance.rawValue, isRightAligned: true, dropOrder: 2),
      .init(title: hasOnePaceUnit ? units.pace.rawValue : "Pace", isRightAligned: true, dropOrder: 1),
    ])
    table.rows = rows.map(row)
    // A column without values is left out.
    while table.columns.count > 2, table.rows.allSatisfy({ ["", Table.unknown].contains($0.last?.text) }) {
      table.removeColumn(at: table.columns.count - 1)
    }
    return table.lines(style, width: width)
  }

  private func row(_ row: Row) -> [Table.Cell] {
    guard let content = row.content, let totals = row.totals else {
      return [.init(row.guides + row.text, look: .faint), "", "", ""]
    }
    var time = Table.unknown
    var look: Style.Look?
    var pace = totals.averageMetresPerSecond.map { paceText($0, in: units.pace) }
    if case .interval(let interval) = content {
      if interval.goal == .open { time = "open" }
      look = interval.kind.look
      pace = interval.pace.map { paceText($0.metresPerSecond, in: units.unit(of: $0)) }
    }
    return [
      .init(row.guides + row.text, look: look), .init(totals.duration?.clockText() ?? time),
      .init((totals.distance.metres > 0 ? totals.distance.figure(in: units.distance) : nil) ?? Table.unknown),
      .init(pace ?? Table.unknown),
    ]
  }

  private func paceText(_ metresPerSecond: Double, in unit: PaceUnit) -> String {
    hasOnePaceUnit ? unit.figure(metresPerSecond: metresPerSecond) : unit.text(metresPerSecond: metresPerSecond)
  }

  // MARK: The tree

  /// Returns the number of steps that have a row in each list of steps; the key is the path of the list in the outline.
  private static func counts(_ outline: [OutlineStep]) -> [StepPath: Int] {
    var counts: [StepPath: Int] = [:]
    var left = maxSteps
    var lists: [(path: StepPath, steps: [OutlineStep])] = [([], outline)]
    while !lists.isEmpty {
      var inner: [(path: StepPath, steps: [OutlineStep])] = []
      for (path, steps) in lists {
        // A row with "1 more" would use as much space as the step that the row replaces.
        let count = left > 0 && steps.count <= left + 1 ? steps.count : left
        guard count > 0 else { continue }
        counts[path] = count
        left = max(0, left - count)
        for (index, step) in steps.prefix(count).enumerated() {
          if case .repeat(_, _, let body) = step.content { inner.append((path + [index], body)) }
        }
      }
      lists = inner
    }
    return counts
  }

  /// Makes the rows of a list of steps.
  ///
  /// `guides` are the characters that draw the tree in front of each row; nil at the top level.
  private static func rows(
    of steps: [OutlineStep], at path: StepPath, guides: String?, shown counts: [StepPath: Int]
  ) -> [Row] {
    let count = counts[path] ?? 0
    var rows: [Row] = []
    for (index, step) in steps.prefix(count).enumerated() {
      let isLast = index == steps.count - 1
      let own = guides.map { $0 + (isLast ? "└ " : "├ ") } ?? ""
      switch step.content {
      case .interval(var interval):
        interval.pace = nil
        rows.append(Row(guides: own, text: interval.notation, content: step.content, totals: step.totals))
      case .repeat(let extent, let rounds, let body):
        let inner = Self.rows(
          of: body, at: path + [index], guides: guides.map { $0 + (isLast ? "  " : "│ ") } ?? "", shown: counts)
        let words = [
          extent.words, extent.isCount ? nil : rounds.map { $0.counted("round") },
          inner.isEmpty ? body.count.counted("step") : nil,
        ]
        rows.append(
          Row(
            guides: own, text: words.compactMap(\.self).joined(separator: ", "), content: step.content,
            totals: step.totals))
        rows += inner
      }
    }
    guard count > 0, count < steps.count else { return rows }
    return rows + [Row(guides: guides.map { "\($0)└ " } ?? "", text: "… and \(steps.count - count) more")]
  }
}

extension Repeat.Extent {
  fileprivate var words: String {
    switch self {
    case .count(let count): "\(count)x"
    case .untilTime(let time): "until \(time.notation)"
    case .untilDistance(let distance): "until \(distance.notation)"
    case .forever: "forever"
    }
  }

  fileprivate var isCount: Bool {
    if case .count = self { true } else { false }
  }
}
