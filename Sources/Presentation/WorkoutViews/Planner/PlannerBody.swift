import Dates
import TerminalUI
import Text
import WorkoutModel
package import WorkoutPresentation

/// The lines below the line of notation.
///
/// For a plan, the lines show its facts and its pattern. For an error, they show a caret, the last plan without a
/// mistake in faint letters, and the message. For an empty line of notation, they show examples.
package struct PlannerBody {
  /// The lines, at most `width` columns wide.
  let lines: [String]

  /// Makes at most `room` lines.
  init(_ planner: Planner, window: EditWindow, width: Int, room: Int, _ setting: PlannerScreen.Setting) {
    // The row of the caret also exists without an error, so that the plan does not move.
    let hasCaretRow = setting.size.rows >= Self.minRowsForCaret
    let lines: [String]
    switch planner.draft {
    case .empty: lines = planner.program?.overview(width, setting.style) ?? Self.example(width, setting.style)
    case .heading: lines = []
    case .plan(let plan):
      lines = (hasCaretRow ? [""] : []) + Self.facts(plan, width, setting) + Self.notes(planner, width, setting.style)
    case .mistake(let mistake):
      // The word at the end of the line may be unfinished.
      let isUnfinished = planner.line.isAtEnd && mistake.isAtEnd && planner.stage == .writing
      let message = Self.mistake(mistake, isUnfinished, window, width, setting.style)
      let preview = planner.lastPlan.map { Self.faintFacts($0, width, room: room - message.count, setting) } ?? []
      lines = message.prefix(1) + preview + message.dropFirst()
    }
    self.lines = Array(lines.prefix(room))
  }

  private static let minRowsForCaret = 10

  private static func example(_ width: Int, _ style: Style) -> [String] {
    let fitting = examples.filter { $0.columns <= width }.map { style.text($0, .green) }
    let around = ["Write a plan, such as:", "All of it: intervalctl notation"].map {
      style.text($0.cut(to: width), .faint)
    }
    return [around[0]] + fitting + [around[1]]
  }

  private static let examples = [
    "4x(30s run, 30s walk), 60s walk", "8x(400mtr run @5:00/km, 90s rest)",
    "until 5km (1m run @6:00/km, 1m walk @10:00/km)",
  ]

  /// The facts of a plan, and its pattern.
  package static func facts(_ plan: ReadPlan, _ width: Int, _ setting: PlannerScreen.Setting) -> [String] {
    let units = setting.units(plan)
    let style = setting.style
    let pattern = Pattern(plan.workout, width: width)
    let rows = setting.size.rows < 10 ? 1 : 2
    let facts = PlanFacts(plan.workout, units: units, clock: setting.clock)
    return facts.lines(width: width, style) + pattern.lines(rows: rows, style)
      + (pattern.caption(of: plan.totals).map { [style.text($0.cut(to: width), .faint)] } ?? [])
  }

  /// The facts of a plan and its pattern in faint letters, on at most `room` lines; only whole drawings are shown.
  private static func faintFacts(
    _ plan: ReadPlan, _ width: Int, room: Int, _ setting: PlannerScreen.Setting
  ) -> [String] {
    let style = setting.style
    // Without colours, faint letters look like other letters, so a title is necessary.
    let title = style.isColoured ? [] : ["Last valid plan:".cut(to: width)]
    let facts = PlanFacts(plan.workout, units: setting.units(plan), clock: setting.clock).lines(width: width, style)
    let whole = title + Self.facts(plan, width, setting)
    let lines = whole.count <= room ? whole : title + facts
    return lines.count <= room ? lines.map { style.text($0.withoutSequences, .faint) } : []
  }

  /// The notes on the plan from which the line originates.
  private static func notes(_ planner: Planner, _ width: Int, _ style: Style) -> [String] {
    guard let source = planner.source else { return [] }
    let notes = [
      source.header.isEmpty ? nil : "with the settings of the plan",
      source.hasLostComments ? "without the comments between the steps" : nil,
    ].compactMap(\.self)
    return notes.isEmpty ? [] : [style.text(notes.joined(separator: ", ").cut(to: width), .faint)]
  }

  private static func mistake(
    _ mistake: DraftMistake, _ isUnfinished: Bool, _ window: EditWindow, _ width: Int, _ style: Style
  ) -> [String] {
    let column = min(window.column(ofCharacter: mistake.character), width - 1)
    let look: Style.Look = isUnfinished ? .faint : .error
    let caret = String(repeating: " ", count: column) + style.text("^", look)
    let message = mistake.message.safeForTerminal.wrapped(to: width, lines: maxMessageLines).map {
      style.text($0, look)
    }
    let hints = mistake.hints.flatMap { $0.safeForTerminal.wrapped(to: width, lines: maxMessageLines) }
    return [caret] + message + hints
  }

  /// The maximum number of lines of a message or hint.
  private static let maxMessageLines = 3
}

/// The facts of a plan: `43:12   5.00 km   8:38/km   ends about 18:42`.
struct PlanFacts: Equatable {
  /// The time, which is highlighted.
  private let time: String
  private let others: [String]
  /// The number of intervals, which is left out if it would need another line.
  private let intervals: String?
  /// The reason why a part of the distance is unknown; nil if the user does not expect a distance.
  private let note: String?

  init(_ workout: Workout, units: DisplayUnits, clock: (Duration) -> TimeOfDay) {
    let totals = workout.timeline.totals
    time = totals.timeWords
    others = [
      totals.distance.text(in: units.distance), totals.averageMetresPerSecond.map(units.pace.text),
      totals.duration.map { "ends about \(clock($0 + workout.leadIn).text)" },
    ].compactMap(\.self)
    intervals = totals.intervalWords
    // The distance of a plan with an open interval or without an end is partial, even if each interval has a pace.
    note = totals.duration == nil || !totals.distance.isPartial ? nil : Self.missingPaces(in: workout.plan)
  }

  /// The facts on as few lines as possible.
  func lines(width: Int, _ style: Style) -> [String] {
    var lines = [style.text(time.cut(to: width), .heading)]
    var left = width - time.columns
    for (index, fact) in (others + [intervals].compactMap(\.self)).enumerated() {
      if fact.columns + Self.gap.count <= left {
        lines[lines.count - 1] += Self.gap + fact
        left -= Self.gap.count + fact.columns
      } else if index < others.count {
        lines.append(fact.cut(to: width))
        left = width - fact.columns
      }
    }
    return lines + (note?.wrapped(to: width, lines: 3).map { style.text($0, .faint) } ?? [])
  }

  /// A note on the kinds without a pace: `a part of the distance is unknown: the cooldown has no pace`.
  ///
  /// Nil if the speed of every interval is known, or if no interval has a pace.
  private static func missingPaces(in plan: Plan) -> String? {
    let names = plan.intervalsWithoutPace.map { $0.kind == .interval ? "an interval" : "the \($0.kind.rawValue)" }
    guard !names.isEmpty else { return nil }
    return "a part of the distance is unknown: \(names.listed("and")) \(names.count == 1 ? "has" : "have") no pace"
  }

  private static let gap = "   "
}
