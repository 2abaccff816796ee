package import Dates
import PlanNotation
package import TerminalUI
import Text
package import WorkoutModel
package import WorkoutPresentation

/// The screen of a planner: lines and a cursor.
///
/// The screen has a title, the line of the plan, the facts or the error of the plan, and a question or the list of
/// keys. For a program, the screen also has a list of the last sessions and settings above the line.
package struct PlannerScreen: Equatable {
  /// The lines, which fit the terminal.
  package let lines: [String]
  package let cursor: TerminalRegion.Cursor

  /// Returns the units in which a plan is shown.
  package typealias Units = @Sendable (ReadPlan) -> DisplayUnits

  /// The units, the terminal and the clock of a screen.
  package struct Setting {
    package var units: Units
    package var size: TerminalSize
    package var style: Style
    /// Converts a duration from now to a time of day.
    package var clock: @Sendable (Duration) -> TimeOfDay

    package init(
      units: @escaping Units, size: TerminalSize, style: Style, clock: @escaping @Sendable (Duration) -> TimeOfDay
    ) {
      self.units = units
      self.size = size
      self.style = style
      self.clock = clock
    }
  }

  package init(_ planner: Planner, _ setting: Setting) {
    let width = max(setting.size.columns, Self.minColumns)
    let window = EditWindow(planner.line, width: width - Self.prompt.columns)
    let style = setting.style
    var lines = [PlannerTitle(planner, width: width).line(style)]
    if let program = planner.program {
      let room = min(max(0, setting.size.rows - Self.rowsWithoutList), Self.maxList)
      lines += SessionList(program, room: room).lines(width: width - Self.indent.count, style).map { Self.indent + $0 }
    }
    var cursor = TerminalRegion.Cursor(row: lines.count, column: Self.prompt.columns + window.cursorColumn)
    lines.append(
      style.text(Self.prompt, .faint) + window.text
        + Self.closing(planner, window, width: width - Self.prompt.columns, style))
    let question = PlannerQuestion(planner, width: width)
    let foot =
      question.map { [style.text($0.prompt, .heading) + $0.answer] + $0.notes(style) }
      ?? [style.text(planner.completion?.text(width: width) ?? Self.keys(planner, width: width), .faint)]
    let room = max(0, setting.size.rows - lines.count - foot.count)
    var body = PlannerBody(planner, window: window, width: width - Self.indent.count, room: room, setting).lines
      .map { $0.isEmpty ? $0 : Self.indent + $0 }
    // The question or the list of keys is always visible, and does not move while the lines above it change.
    body += Array(repeating: "", count: max(0, min(Self.usualBody, room) - body.count))
    if let question { cursor = TerminalRegion.Cursor(row: lines.count + body.count, column: question.cursorColumn) }
    lines += body + foot
    self.lines = Array(lines.prefix(max(setting.size.rows, cursor.row + 1)))
    self.cursor = cursor
  }

  private static let prompt = "› "
  private static let indent = "  "

  /// The parentheses that the plan still needs at the end of the line.
  ///
  /// The result is empty without colours, because the parentheses would then look like typed parentheses.
  private static func closing(_ planner: Planner, _ window: EditWindow, width: Int, _ style: Style) -> String {
    guard style.isColoured, case .plan = planner.draft, planner.stage == .writing else { return "" }
    let closed = closedText(planner.line.text)
    let closing = String(closed.dropFirst(planner.line.text.count))
    guard closed.hasPrefix(planner.line.text), window.text.columns + closing.columns < width,
      !window.text.hasSuffix("…")
    else { return "" }
    return style.text(closing, .faint)
  }

  /// Returns the list of keys, in a form that fits the width.
  private static func keys(_ planner: Planner, width: Int) -> String {
    let lists =
      if case .heading(let heading) = planner.draft {
        heading.keys
      } else {
        planner.program?.keys(isLineEmpty: planner.line.text.isBlank) ?? [
          "Enter save or start   ↑↓ change the number   Tab complete   Ctrl-C leave",
          "Enter save/start  ↑↓ change the number  Ctrl-C leave", "Enter save/start  ↑↓ change the number",
        ]
      }
    return lists.first { $0.columns <= width } ?? lists[lists.count - 1].cut(to: width)
  }

  private static let usualBody = 7
  /// The number of rows for the title, the line, the usual body and the foot.
  private static let rowsWithoutList = usualBody + 4
  /// The maximum number of rows of the list of sessions.
  private static let maxList = 10
  /// The minimum number of columns.
  static let minColumns = 20
}

/// The first line of a planner: the name of the plan, and a note if saving the plan would replace another plan.
struct PlannerTitle {
  private let text: String
  private let note: String?

  init(_ planner: Planner, width: Int) {
    let place = planner.program.map { " · \($0.nextSession.words)" } ?? ""
    let head = "\(planner.isChange ? "Change" : "New") \(planner.program == nil ? "plan" : "program")"
    let title = planner.givenName.map { "\(head) \($0.text.safeForTerminal)" } ?? head
    let notes = planner.givenName.flatMap(planner.choices.predecessor)?.notes(isChange: planner.isChange) ?? []
    // If not even the shortest note fits, the name is cut.
    let note = notes.first { (title + place).columns + Self.gap + $0.columns <= width } ?? notes.last
    let room = width - (note.map { Self.gap + $0.columns } ?? 0)
    text = room < Self.minTitle + place.columns ? title.cut(to: room) : title.cut(to: room - place.columns) + place
    self.note = note
  }

  func line(_ style: Style) -> String {
    let end = note.map { String(repeating: " ", count: Self.gap) + style.text($0, .faint) } ?? ""
    return style.text(text, .heading) + end
  }

  private static let gap = 2
  /// The minimum number of columns of the name and the words before it, if the place of a session follows.
  private static let minTitle = 11
}

extension Planner.Predecessor {
  /// The possible notes on an existing plan, the longest first; empty if the user edits a plan in their own folder.
  fileprivate func notes(isChange: Bool) -> [String] {
    switch self {
    case .own: isChange ? [] : ["overwrites the existing one", "overwrites another", "overwrites"]
    case .installed: ["hides the installed one", "hides another"]
    }
  }
}

/// A question of the planner with its answer.
struct PlannerQuestion {
  let prompt: String
  /// The visible part of the answer.
  let answer: String
  let cursorColumn: Int
  /// The problem of the answer, with a hint.
  private let problem: (message: String, hint: String)?
  private let keys: String
  private let width: Int

  /// Makes the question of the present stage; nil while the plan is being written.
  init?(_ planner: Planner, width: Int) {
    var problem: (String, String)?
    var name: EditWindow?
    switch planner.stage {
    case .writing: return nil
    case .naming(let wrong):
      prompt = "Save as: "
      name = EditWindow(planner.name, width: width - "Save as: ".count)
      keys =
        planner.completion?.text(width: width)
        ?? (planner.name.isEmpty && planner.program == nil
          ? "Enter: continue without saving   Esc: back"
          : planner.hidesInstalled
            ? "Enter: continue   Esc: back   This hides the installed one." : "Enter: continue   Esc: back")
      if let wrong { problem = (wrong.message, wrong.hint) }
    case .overwriting(let name):
      prompt = "\(name.text) exists: overwrite it? y/N ".cutAtStart(to: width - 2)
      keys = planner.answer == true ? "Enter: overwrite it   Esc: back" : "Esc: back"
    case .starting(let name, _):
      let session = planner.dueSession.map { "Start \($0.words) now? y/N " }
      prompt = session.flatMap { $0.columns + 2 > width ? nil : $0 } ?? "Start it now? y/N "
      keys =
        planner.answer == true
        ? "Enter: start it   Esc: back"
        : name == nil
          ? "The plan is not saved.   Esc: back"
          : "Either way the \(planner.program == nil ? "plan" : "program") is saved.   Esc: back"
    }
    answer = name?.text ?? planner.answer.map { $0 ? "y" : "n" } ?? ""
    cursorColumn = prompt.columns + (name?.cursorColumn ?? answer.columns)
    self.problem = problem
    self.width = width
  }

  /// Returns the lines below the question: the problem of the answer, or otherwise the list of keys.
  func notes(_ style: Style) -> [String] {
    guard let problem else { return [style.text(keys.cut(to: width), .faint)] }
    return problem.message.wrapped(to: width, lines: 2).map { style.text($0, .error) }
      + problem.hint.wrapped(to: width, lines: 2)
  }
}
