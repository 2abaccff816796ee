package import PlanNotation
package import TerminalUI
package import WorkoutModel

/// The state machine of a planner: the user writes a plan on a terminal, and then saves it, starts it, or both.
///
/// Enter on a plan leads from `writing` to `naming`. Enter on a name leads to `starting`, or first to `overwriting` if
/// the name is taken. The answer in `starting` ends the planner. Esc leads from `overwriting` to `naming`, and from the
/// other stages to `writing`. The planner does not ask a question that the command line has answered.
package struct Planner {
  package private(set) var line: LineEditor
  private(set) var draft: Draft
  package private(set) var stage = Stage.writing
  private(set) var name: LineEditor
  /// The name on the command line.
  let givenName: PlanName?
  /// Whether the planner edits the existing plan with the given name.
  let isChange: Bool
  let settings: Settings
  private let choices: Choices

  /// The options of the command line, and the existing plans.
  package struct Choices {
    /// Whether to start the plan without a question.
    package var start: Bool
    /// Whether to overwrite, without a question, the plan that the command line names.
    package var overwrite: Bool
    /// The location of the existing plan that the command line names; nil for a new plan.
    package var predecessor: Predecessor?
    /// Returns whether the user already has a plan with the given name.
    package var isTaken: @Sendable (PlanName) -> Bool

    package init(
      start: Bool = false, overwrite: Bool = false, predecessor: Predecessor? = nil,
      isTaken: @escaping @Sendable (PlanName) -> Bool = { _ in false }
    ) {
      self.start = start
      self.overwrite = overwrite
      self.predecessor = predecessor
      self.isTaken = isTaken
    }
  }

  /// The location of an existing plan.
  package enum Predecessor {
    /// The plan is in the user's own folder.
    case own
    /// The plan is in a folder that is searched after the user's own.
    case installed
  }

  package enum Stage: Equatable {
    case writing
    /// The user types a name; the problem is the reason why Enter rejected the name.
    case naming(PlanName.Problem?)
    case overwriting(PlanName)
    case starting(PlanName?, overwrites: Bool)
  }

  /// The result of the planner.
  package enum Ending: Equatable {
    /// The user left the planner while the line was empty.
    case left
    case done(Decision)
  }

  /// The decision about a plan.
  package struct Decision: Equatable {
    package let text: String
    /// The name under which the plan is saved; nil if the plan is not saved.
    package let name: PlanName?
    /// Whether an existing plan with the name may be overwritten.
    package let overwrites: Bool
    package let starts: Bool
  }

  package init(text: String = "", name: PlanName? = nil, settings: Settings, choices: Choices = Choices()) {
    line = LineEditor(text)
    self.name = LineEditor(name?.text ?? "", limit: PlanName.maxBytes)
    givenName = name
    isChange = name != nil && !text.isEmpty
    self.settings = settings
    self.choices = choices
    draft = Draft(text, name: name?.text, settings: settings)
  }

  var predecessor: Predecessor? { choices.predecessor }

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
        continue
      }
      // Enter acts on the current line, so the line is parsed first.
      if key == .enter, stage == .writing { read() }
      if let ending = handle(key) { return ending }
    }
    return nil
  }

  private mutating func read() {
    draft = Draft(line.text, name: givenName?.text, settings: settings)
  }

  private mutating func handle(_ key: Key) -> Ending? {
    switch stage {
    case .writing: return write(key)
    case .naming: return name(key)
    case .overwriting(let name):
      guard let answer = Answer(key) else { return nil }
      if answer == .yes { return askWhetherToStart(name, overwrites: true) }
      stage = .naming(nil)
      return nil
    case .starting(let name, let overwrites):
      guard let answer = Answer(key) else { return nil }
      guard answer != .back else {
        stage = .writing
        return nil
      }
      return .done(Decision(text: line.text, name: name, overwrites: overwrites, starts: answer == .yes))
    }
  }

  private mutating func write(_ key: Key) -> Ending? {
    switch key {
    case .endOfInput where line.isEmpty: return .left
    case .up: dial(.up)
    case .down: dial(.down)
    case .enter:
      switch draft {
      case .empty: break
      case .mistake(let mistake): line.move(to: mistake.character)
      case .plan: stage = .naming(nil)
      }
    default: _ = line.handle(key, joinLines: Self.joinLines)
    }
    return nil
  }

  private mutating func dial(_ direction: Dial.Direction) {
    guard let turned = Dial(line).turned(direction) else { return }
    line.replace(turned.text, cursor: turned.cursor)
  }

  private mutating func name(_ key: Key) -> Ending? {
    switch key {
    case .escape: stage = .writing
    case .enter:
      guard name.characters.contains(where: { !$0.isWhitespace }) else {
        return askWhetherToStart(nil, overwrites: false)
      }
      do throws(PlanName.Problem) {
        let name = try PlanName(name.text)
        let overwrites = choices.overwrite && name == givenName
        guard !overwrites, choices.isTaken(name) else { return askWhetherToStart(name, overwrites: overwrites) }
        stage = .overwriting(name)
      } catch {
        stage = .naming(error)
      }
    default: if name.handle(key, joinLines: Self.joinLines) { stage = .naming(nil) }
    }
    return nil
  }

  /// Joins the lines of a pasted text to one line of notation.
  private static func joinLines(_ text: String) -> String { PastedText(text).line }

  private mutating func askWhetherToStart(_ name: PlanName?, overwrites: Bool) -> Ending? {
    guard !choices.start else {
      return .done(Decision(text: line.text, name: name, overwrites: overwrites, starts: true))
    }
    stage = .starting(name, overwrites: overwrites)
    return nil
  }
}

/// The answer that a key gives to a question; Enter gives the default answer, `no`.
private enum Answer {
  case yes
  case no
  case back

  init?(_ key: Key) {
    switch key {
    case .character("y"), .character("Y"): self = .yes
    case .character("n"), .character("N"), .enter: self = .no
    case .escape: self = .back
    default: return nil
    }
  }
}
