package import PlanNotation
package import TerminalUI
package import WorkoutModel
import WorkoutPresentation

/// The state machine of a planner: the user writes a plan on a terminal, and then saves it, starts it, or both.
///
/// Enter on a plan leads from `writing` to `naming`. Enter on a name leads to `starting`, or first to `overwriting` if
/// the name is taken. Enter on the answer in `starting` ends the planner. Esc leads from `overwriting` to `naming`, and
/// from the other stages to `writing`. The planner does not ask a question that the command line has answered.
///
/// A planner of a training program differs in `writing`; see `writeProgram`. A program must have a name. If the last
/// session of the program is done, the planner ends without the stage `starting`.
package struct Planner {
  package internal(set) var line: LineEditor
  var draft: Draft
  /// The last plan on the line without a mistake; nil if the line was empty since then.
  private(set) var lastPlan: ReadPlan?
  package private(set) var stage = Stage.writing
  var name: LineEditor
  /// The typed answer to a question; nil before the user types y or n.
  private(set) var answer: Bool?
  /// The program to which the lines are added; nil if the planner writes a plan.
  package internal(set) var program: ProgramDraft?
  /// The session that the last question offers to start; nil for a plan.
  private(set) var dueSession: SessionID?
  /// The plan from which the line originates; nil for a line that the user typed.
  var source: Source?
  /// The result of the last key if that key was Tab.
  var completion: Completion?
  /// The name on the command line.
  let givenName: PlanName?
  /// Whether the planner edits the existing plan with the given name.
  let isChange: Bool
  let settings: Settings
  let choices: Choices

  package enum Stage: Equatable {
    case writing
    /// The user types a name; the problem is the reason why Enter rejected the name.
    case naming(NameProblem?)
    case overwriting(PlanName)
    case starting(PlanName?, overwrites: Bool)
  }

  package init(
    text: String = "", source: Source? = nil, program: ProgramDraft? = nil, name: PlanName? = nil,
    settings: Settings, choices: Choices = Choices()
  ) {
    let text = source?.line ?? text
    line = LineEditor(text)
    self.name = LineEditor(name?.text ?? "", limit: PlanName.maxBytes)
    givenName = name
    isChange = name != nil && (!text.isEmpty || program?.hasSessions == true)
    self.settings = settings
    self.choices = choices
    self.source = source
    self.program = program
    draft = .empty
    read()
  }

  /// Whether a plan with the typed name would hide an installed one.
  var hidesInstalled: Bool { (try? PlanName(name.text)).flatMap(choices.predecessor) == .installed }

  /// Handles keys in order; keys after an ending are ignored.
  package mutating func handle(_ keys: [Key]) -> Ending? {
    let before = line.text
    // Many keys at once may be a paste, so the plan is parsed only once after all keys.
    defer { if line.text != before { read() } }
    var typed = String.UnicodeScalarView()
    for (index, key) in keys.enumerated() {
      if stage == .writing, case .character(let scalar) = key {
        typed.append(scalar)
        // Consecutive characters are inserted together, because a single insertion is slow in a long line.
        if index + 1 < keys.count, case .character = keys[index + 1] { continue }
        line.insert(String(typed))
        typed.removeAll()
        completion = nil
        continue
      }
      // Enter acts on the current line, so the line is parsed first.
      if key == .enter, stage == .writing { read() }
      if let ending = handle(key) { return ending }
    }
    return nil
  }

  mutating func read() {
    draft =
      program?.draft(of: line.text, settings: settings)
      ?? Draft(line.text, header: source?.header ?? "", name: givenName?.text, settings: settings)
    switch draft {
    case .empty: forgetPlan()
    case .plan(let plan): lastPlan = plan
    case .heading, .mistake: break
    }
  }

  private mutating func handle(_ key: Key) -> Ending? {
    if key != .tab { completion = nil }
    switch stage {
    case .writing: return write(key)
    case .naming: return name(key)
    case .overwriting, .starting: return answer(key)
    }
  }

  /// Handles a key in a stage that asks a question; only Enter confirms the typed answer.
  private mutating func answer(_ key: Key) -> Ending? {
    switch key {
    case .character("y"), .character("Y"): answer = true
    case .character("n"), .character("N"): answer = false
    case .backspace, .deleteToStart: answer = nil
    case .escape:
      if case .overwriting = stage { ask(.naming(nil)) } else { ask(.writing) }
    case .enter:
      let isYes = answer ?? false
      switch stage {
      case .overwriting(let name) where isYes: return askWhetherToStart(name, overwrites: true)
      case .starting(let name, let overwrites): return .done(decision(name, overwrites: overwrites, starts: isYes))
      default: ask(.naming(nil))
      }
    default: break
    }
    return nil
  }

  mutating func ask(_ stage: Stage) {
    self.stage = stage
    answer = nil
  }

  private mutating func write(_ key: Key) -> Ending? {
    if program != nil, writeProgram(key) { return nil }
    switch key {
    case .endOfInput where line.isEmpty: return .left
    case .up: dial(.up)
    case .down: dial(.down)
    case .enter:
      switch draft {
      case .empty, .heading: break
      case .mistake(let mistake): line.move(to: mistake.character)
      case .plan:
        let closed = closedText(line.text)
        line.replace(closed, cursor: line.isAtEnd ? closed.count : line.cursor)
        ask(.naming(nil))
      }
    case .tab: completeLine()
    default:
      _ = line.handle(key, joinLines: Self.joinLines)
      if line.isEmpty { forgetPlan() }
    }
    return nil
  }

  /// Begins with a new plan; a plan that the command line names keeps its settings.
  private mutating func forgetPlan() {
    lastPlan = nil
    if !isChange { source = nil }
  }

  private mutating func dial(_ direction: Dial.Direction) {
    guard let turned = Dial(line).turned(direction) else { return }
    line.replace(turned.text, cursor: turned.cursor)
  }

  private mutating func name(_ key: Key) -> Ending? {
    switch key {
    case .escape: ask(.writing)
    case .tab: completeName()
    case .enter:
      guard !name.text.isBlank || program != nil else { return askWhetherToStart(nil, overwrites: false) }
      do throws(NameProblem) {
        let name = try readName()
        let overwrites = choices.overwrite && name == givenName
        guard !overwrites, choices.isTaken(name) else { return askWhetherToStart(name, overwrites: overwrites) }
        ask(.overwriting(name))
      } catch {
        stage = .naming(error)
      }
    default: if name.handle(key, joinLines: Self.joinLines) { stage = .naming(nil) }
    }
    return nil
  }

  private func readName() throws(NameProblem) -> PlanName {
    let read: PlanName
    do throws(PlanName.Problem) {
      read = try PlanName(name.text)
    } catch {
      let type = program == nil ? "plan" : "program"
      throw NameProblem(message: error.message(for: name.text, of: type), hint: error.hint(for: name.text))
    }
    if let problem = choices.conflict(read) { throw problem }
    return read
  }

  /// Joins the lines of a pasted text to one line of notation.
  private static func joinLines(_ text: String) -> String { PastedText(text).line }

  /// Asks whether to start the plan, or the session that is due; ends the planner if there is nothing to ask.
  private mutating func askWhetherToStart(_ name: PlanName?, overwrites: Bool) -> Ending? {
    guard !choices.start else { return .done(decision(name, overwrites: overwrites, starts: true)) }
    if let program, let name {
      dueSession = choices.dueSession(name, program.text)
      guard dueSession != nil else { return .done(decision(name, overwrites: overwrites, starts: false)) }
    }
    ask(.starting(name, overwrites: overwrites))
    return nil
  }

  private func decision(_ name: PlanName?, overwrites: Bool, starts: Bool) -> Decision {
    let header = program?.text ?? source?.header ?? ""
    return Decision(
      header: header, line: program == nil ? line.text : "", name: name, overwrites: overwrites, starts: starts)
  }
}
