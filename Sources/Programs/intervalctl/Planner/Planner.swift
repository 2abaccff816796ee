import TerminalUI
import WorkoutModel
import PlanLibrary

/// A plan that is being written on a terminal, and then saved, started, or both: what each key makes of it.
///
/// Writing --Enter on a plan--> naming --Enter--> (overwriting, if the name is taken --y-->) starting --y or n--> done.
/// Esc goes back to writing, and from overwriting to naming. What the command line has answered already, whether to
/// start the plan or to overwrite another one, is not asked.
struct Planner {
  private(set) var line: LineEditor
  private(set) var draft: Draft
  private(set) var stage = Stage.writing
  private(set) var name: LineEditor
  /// The name on the command line.
  let givenName: PlanName?
  /// Whether the plan of that name is what it began with.
  let isChange: Bool
  let settings: Settings
  private let choices: Choices

  /// What has been said on the command line, and what there is.
  struct Choices {
    /// Start it, without a question.
    var start = false
    /// Overwrite the plan that has the name on the command line, without a question.
    var overwrite = false
    /// What a plan of the name on the command line takes the place of.
    var predecessor: Predecessor?
    /// Whether the person has a plan of a name.
    var isTaken: @Sendable (PlanName) -> Bool = { _ in false }
  }

  /// A plan that there is already.
  enum Predecessor {
    /// In the person's own folder.
    case own
    /// In a folder that comes behind the person's own.
    case installed
  }

  enum Stage: Equatable {
    case writing
    /// With what is wrong with the name, once it was tried.
    case naming(PlanName.Problem?)
    case overwriting(PlanName)
    case starting(PlanName?, overwrites: Bool)
  }

  /// What it has come to.
  enum Ending: Equatable {
    /// The person has left an empty line.
    case left
    case done(Decision)
  }

  /// What becomes of the plan.
  struct Decision: Equatable {
    let text: String
    /// What it is saved as, if it is.
    let name: PlanName?
    /// Whether a plan of that name may be overwritten.
    let overwrites: Bool
    let starts: Bool
  }

  init(text: String = "", name: PlanName? = nil, settings: Settings, choices: Choices = Choices()) {
    line = LineEditor(text)
    self.name = LineEditor(name?.text ?? "", limit: PlanName.maxBytes)
    givenName = name
    isChange = name != nil && !text.isEmpty
    self.settings = settings
    self.choices = choices
    draft = Draft(text, name: name?.text, settings: settings)
  }

  var predecessor: Predecessor? { choices.predecessor }

  /// Does what keys say, one after the other; what comes behind an ending is not looked at.
  mutating func handle(_ keys: [Key]) -> Ending? {
    let before = line.text
    // Many keys at once are a paste, and the plan is read once.
    defer { if line.text != before { read() } }
    var typed = String.UnicodeScalarView()
    for (index, key) in keys.enumerated() {
      if stage == .writing, case .character(let scalar) = key {
        typed.append(scalar)
        // Characters in a row are written at once, since each time costs as much as the whole line is long.
        if index + 1 < keys.count, case .character = keys[index + 1] { continue }
        line.insert(String(typed))
        typed.removeAll()
        continue
      }
      // Enter asks whether the plan is one.
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

  /// Makes one line of notation of a paste.
  private static func joinLines(_ text: String) -> String { PastedText(text).line }

  private mutating func askWhetherToStart(_ name: PlanName?, overwrites: Bool) -> Ending? {
    guard !choices.start else {
      return .done(Decision(text: line.text, name: name, overwrites: overwrites, starts: true))
    }
    stage = .starting(name, overwrites: overwrites)
    return nil
  }
}

/// What a key says to a question whose usual answer is no.
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
