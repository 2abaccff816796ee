import PlanNotation
import WorkoutModel

/// The words for a workout as an outline: a row each step, with what it comes to each time that it is done.
///
/// Of a long plan as many steps have a row as there are rows, those of the outer repeats before those within.
struct OutlineWords {
  private let rows: [Row]
  private let units: DisplayUnits

  /// The most steps that have a row.
  static let longest = 40

  private struct Row {
    /// What draws the tree before it.
    var guides: String
    var text: String
    var content: OutlineStep.Content?
    var totals: Totals?
  }

  init(_ workout: Workout, units: DisplayUnits) {
    self.units = units
    let outline = workout.outline
    rows = Self.rows(of: outline, at: [], guides: nil, shown: Self.counts(outline))
  }

  func lines(_ style: Style, width: Int? = nil) -> [String] {
    var table = Table(columns: [
      .init(title: "Plan", isFlexible: true, narrowest: 14), .init(title: "Time", isRightAligned: true),
      .init(title: units.distance.rawValue, isRightAligned: true, leaves: 2),
      .init(title: units.pace.rawValue, isRightAligned: true, leaves: 1),
    ])
    table.rows = rows.map(row)
    // What no step has needs no column.
    while table.columns.count > 2, table.rows.allSatisfy({ ["", PlanWords.unknown].contains($0.last?.text) }) {
      table.removeColumn(at: table.columns.count - 1)
    }
    return table.lines(style, width: width)
  }

  private func row(_ row: Row) -> [Table.Cell] {
    guard let content = row.content, let totals = row.totals else {
      return [.init(row.guides + row.text, look: .faint), "", "", ""]
    }
    var time = PlanWords.unknown
    var look: Style.Look?
    var pace = totals.averageMetresPerSecond
    if case .interval(let interval) = content {
      if interval.goal == .open { time = "open" }
      look = interval.kind.effort.look
      pace = interval.pace?.metresPerSecond
    }
    return [
      .init(row.guides + row.text, look: look), .init(totals.duration?.clockText() ?? time),
      .init(totals.metres.map(units.distance.figure) ?? PlanWords.unknown),
      .init(pace.map(units.pace.figure) ?? PlanWords.unknown),
    ]
  }

  // MARK: The tree

  /// How many steps of each list have a row, by the way to the list.
  private static func counts(_ outline: [OutlineStep]) -> [StepPath: Int] {
    var counts: [StepPath: Int] = [:]
    var left = longest
    var lists: [(path: StepPath, steps: [OutlineStep])] = [([], outline)]
    while !lists.isEmpty {
      var inner: [(path: StepPath, steps: [OutlineStep])] = []
      for (path, steps) in lists {
        // A row that says that there is one more could as well be that one.
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

  /// `guides` is what stands before the rows' own; nil at the top, where there are none.
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
          extent.words, extent.isCount ? nil : rounds.map { "\($0) round\($0 == 1 ? "" : "s")" },
          inner.isEmpty ? "\(body.count) step\(body.count == 1 ? "" : "s")" : nil,
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
