import WorkoutModel

/// What stands under a plan's line: what it comes to and its pattern, or a caret and what is wrong, or an example.
struct PlannerBody {
  /// None wider than was asked for.
  let lines: [String]

  init(_ planner: Planner, window: EditWindow, width: Int, _ setting: PlannerScreen.Setting) {
    switch planner.draft {
    case .empty: lines = Self.example(width, setting.style)
    case .plan(let plan): lines = Self.facts(plan, width, setting)
    case .mistake(let mistake):
      // What is being written at the end of the line is not wrong yet.
      let isUnfinished = planner.line.isAtEnd && mistake.isAtEnd && planner.stage == .writing
      lines = Self.mistake(mistake, isUnfinished, window, width, setting.style)
    }
  }

  private static func example(_ width: Int, _ style: Style) -> [String] {
    let fitting = examples.filter { $0.columns <= width }.map { style.text($0, .fast) }
    let around = ["Write a plan, such as:", "All of it: intervalctl notation"].map {
      style.text($0.cut(to: width), .faint)
    }
    return [around[0]] + fitting + [around[1]]
  }

  private static let examples = [
    "4x(30s run, 30s walk), 60s walk", "8x(400mtr run @5:00/km, 90s rest)",
    "until 5km (1m run @6:00/km, 1m walk @10:00/km)",
  ]

  /// What a plan comes to, and its pattern.
  static func facts(_ plan: ReadPlan, _ width: Int, _ setting: PlannerScreen.Setting) -> [String] {
    let units = setting.units(plan)
    let style = setting.style
    let pattern = Pattern(plan.workout, width: width)
    let rows = setting.size.rows < 10 ? 1 : 2
    let facts = PlanFacts(plan.workout, units: units, clock: setting.clock)
    return facts.lines(width: width, style) + pattern.lines(rows: rows, style)
      + (pattern.caption(of: plan.totals).map { [style.text($0.cut(to: width), .faint)] } ?? [])
  }

  private static func mistake(
    _ mistake: DraftMistake, _ isUnfinished: Bool, _ window: EditWindow, _ width: Int, _ style: Style
  ) -> [String] {
    let column = min(window.column(ofCharacter: mistake.character), width - 1)
    let look: Style.Look = isUnfinished ? .faint : .error
    let caret = String(repeating: " ", count: column) + style.text("^", look)
    let message = mistake.message.harmless.wrapped(to: width, lines: longestMessage).map { style.text($0, look) }
    let hints = mistake.hints.flatMap { $0.harmless.wrapped(to: width, lines: longestMessage) }
    return [caret] + message + hints
  }

  /// The most lines of a message and of a hint.
  private static let longestMessage = 3
}
