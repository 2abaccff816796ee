import ArgumentParser
import Glibc
import PlanNotation
import WorkoutModel
import WorkoutSettings

struct New: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Write a plan, seeing at each key what it comes to.",
    discussion: """
      On a terminal it is one line, and under it time, distance, finish, pace and pattern. Up and Down dial the digit \
      at the cursor. Enter asks for a name to save it under, and whether to start it. Otherwise the plan, of any number \
      of lines, is read from standard input:

        intervalctl new
        intervalctl new long-run
        intervalctl new hills --replace < hills.txt
        intervalctl new --start < hills.txt
      """)

  @Argument(help: ArgumentHelp("The name to save the plan under.", valueName: "name"), completion: Completion.names)
  var name: String?

  @Flag(help: "Start it, without a question.")
  var start = false

  @Flag(help: "Replace the plan that has the name, without a question.")
  var replace = false

  @OptionGroup var view: ViewOptions

  func run() async throws {
    let console = Console.standard
    let library = Library(environment: console.environment)
    let name = try name.map { (name) throws(Failure) in try PlanName(argument: name) }
    let settings = try library.settings()
    let asked = try view.asked()
    let units: PlannerScreen.Units = { $0.units(asked: asked, inLocaleOf: console.environment) }
    let isTyped = isatty(STDIN_FILENO) == 1
    if isTyped, let screen = console.screen {
      try await write(name, settings, units, on: console, screen, library.plans)
    } else {
      guard name != nil || start else { throw Failure.nothingToDo }
      if isTyped { try console.messages.writeLine("Write the plan, and end it with Ctrl-D on a line of its own.") }
      try await read(name, settings, units, on: console, library.plans)
    }
  }

  /// Lets the person write a plan on a terminal.
  private func write(
    _ name: PlanName?, _ settings: Settings, _ units: @escaping PlannerScreen.Units, on console: Console,
    _ screen: TextStream, _ plans: PlanFolders
  ) async throws {
    let choices = Planner.Choices(
      start: start, replace: replace, predecessor: name.flatMap { plans.predecessor(of: $0) }
    ) { plans.hasOwn($0) }
    let text = name.flatMap { plans.lineOfPlan(named: $0) } ?? ""
    let planner = Planner(text: text, name: name, settings: settings, choices: choices)
    guard let session = PlannerSession(planner, input: STDIN_FILENO, output: screen, units: units),
      let decision = try await session.run()
    else { return }
    let plan = try PlanText(text: decision.text, planName: decision.name?.text).read(over: settings)
    let new = NewPlan(
      text: decision.text, plan: plan, name: decision.name, replaces: decision.replaces, starts: decision.starts)
    let style = console.output.style
    let setting = PlannerScreen.Setting(
      units: units, size: screen.size, style: style, clock: TimeOfDay.init(fromNow:))
    let facts = PlannerBody.facts(plan, setting.size.columns, setting)
    let lines = [style.text(decision.text.harmless, .heading)] + (console.output.canRedraw ? facts : [])
    try await new.realize(on: console, json: view.json, lines: lines)
  }

  /// Reads a plan from standard input.
  private func read(
    _ name: PlanName?, _ settings: Settings, _ units: PlannerScreen.Units, on console: Console, _ plans: PlanFolders
  ) async throws {
    guard var text = try PlanText(.file("-"), in: plans) else { return }
    text.planName = name?.text
    let plan = try text.read(over: settings)
    if let name, !replace, plans.hasOwn(name) { throw Failure.planExists(plans.ownEntry(named: name)) }
    let new = NewPlan(text: text.text, plan: plan, name: name, replaces: replace, starts: start)
    let words = PlanWords(plan: plan, units: units(plan.workout.settings))
    let lines = words.lines(console.output.style, width: console.output.widthIfTerminal)
    try await new.realize(on: console, json: view.json, lines: lines)
  }
}

extension Console {
  /// Where lines can be drawn in place: standard output or, where that goes elsewhere, standard error; nil for nowhere.
  fileprivate var screen: TextStream? { [output, messages].first(where: \.canRedraw) }
}

extension PlanFolders {
  /// What a plan of a name takes the place of.
  fileprivate func predecessor(of name: PlanName) -> Planner.Predecessor? {
    hasOwn(name) ? .own : hiddenEntry(by: name).map { _ in .installed }
  }

  /// The text of a plan that is there and fits a line, without settings and comments; nil for any other.
  fileprivate func lineOfPlan(named name: PlanName) -> String? {
    guard let entry = entry(named: name.text), let text = try? TextFile.read(entry.path),
      let file = try? PlanFile(text), file.settings == Settings()
    else { return nil }
    let lines = text.split(whereSeparator: \.isNewline)
    guard lines.count == 1, NotationContexts(lines[0]).commentStart == nil else { return nil }
    return String(lines[0])
  }
}
