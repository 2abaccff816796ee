import Dates
import Text
import TerminalUI
import PlanNotation
import WorkoutModel

/// What a planner looks like: lines, and where the cursor stands in them.
///
/// A title; the plan's line; what it comes to, or what is wrong with it; and a question, or which keys there are.
struct PlannerScreen: Equatable {
  /// None wider than the terminal, and no more of them than it has lines.
  let lines: [String]
  let cursor: TerminalRegion.Cursor

  /// The units in which a plan is shown.
  typealias Units = @Sendable (ReadPlan) -> DisplayUnits

  /// Where and how a planner is drawn.
  struct Setting {
    var units: Units
    var size: TerminalSize
    var style: Style
    /// The time of day a while from now.
    var clock: @Sendable (Duration) -> TimeOfDay
  }

  init(_ planner: Planner, _ setting: Setting) {
    let width = max(setting.size.columns, Self.narrowest)
    let window = EditWindow(planner.line, width: width - Self.prompt.columns)
    let style = setting.style
    var lines = [
      PlannerTitle(planner, width: width).line(style), style.text(Self.prompt, .faint) + window.text,
    ]
    var body = PlannerBody(planner, window: window, width: width - Self.indent.count, setting).lines
      .map { $0.isEmpty ? $0 : Self.indent + $0 }
    var cursor = TerminalRegion.Cursor(row: 1, column: Self.prompt.columns + window.cursorColumn)
    let question = PlannerQuestion(planner, width: width)
    let foot =
      question.map { [style.text($0.prompt, .heading) + $0.answer] + $0.remarks(style) }
      ?? [style.text(Self.keys(width: width), .faint)]
    // The foot stays where it is while what stands above it comes and goes, and is seen in any case.
    let room = max(0, setting.size.rows - lines.count - foot.count)
    body += Array(repeating: "", count: max(0, min(Self.usualBody, room) - body.count))
    body = Array(body.prefix(room))
    if let question { cursor = TerminalRegion.Cursor(row: lines.count + body.count, column: question.cursorColumn) }
    lines += body + foot
    self.lines = Array(lines.prefix(max(setting.size.rows, cursor.row + 1)))
    self.cursor = cursor
  }

  private static let prompt = "› "
  private static let indent = "  "

  /// The keys, in as many words as fit.
  private static func keys(width: Int) -> String {
    let keys = "Enter: save or start   ↑↓: dial   Ctrl-C: leave"
    return keys.columns <= width ? keys : "Enter save/start  ↑↓ dial  Ctrl-C leave".cut(to: width)
  }

  private static let usualBody = 5
  /// The fewest columns that it is drawn for.
  static let narrowest = 20
}
