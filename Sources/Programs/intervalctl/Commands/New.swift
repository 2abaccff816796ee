import ArgumentParser
import Dates
import Glibc
import PlanLibrary
import PlanNotation
import TerminalUI
import Text
import UserFiles
import WorkoutHistory
import WorkoutModel
import WorkoutPresentation
import WorkoutViews

struct New: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Write a plan or a training program.",
    discussion: """
      On a terminal, the plan is one line. Time, distance, finish, pace and pattern are updated at each key. Up and \
      Down change the digit at the cursor, and Tab completes a word. Enter asks for a name to save the plan under, and \
      whether to start it. If a plan with NAME exists, you begin with its steps. Without a terminal, the plan is read \
      from standard input, and may have several lines.

      With --program, each line is a session of a training program, such as '30m run' or '3x session: 30m run'. Enter \
      on an empty line begins the next week. Enter again, or Ctrl-D, asks for the name. Backspace on an empty line \
      returns to the last session. Without a terminal, standard input is a program file, in which 'week 1' comes \
      before the first session, and each session begins with 'session:'. Examples:

        intervalctl new
        intervalctl new long-run
        intervalctl new hills --overwrite < hills.txt
        intervalctl new --start < hills.txt
        intervalctl new --program couch
        intervalctl new --program couch < couch.txt
      """)

  @Argument(
    help: ArgumentHelp("Name to save the plan or program under.", valueName: "name"), completion: Completion.names)
  var name: String?

  @Flag(help: "Write a training program.")
  var program = false

  @Flag(help: "Overwrite an existing plan or program without asking.")
  var overwrite = false

  @Flag(help: "Start the plan, or the session of the program that is due, without asking.")
  var start = false

  @Flag(help: "Replace a running workout.")
  var replace = false

  @OptionGroup var view: ViewOptions

  mutating func validate() throws {
    guard start || !replace else { throw ValidationError("--replace requires --start") }
    guard name != nil || !overwrite else { throw ValidationError("--overwrite requires a NAME") }
  }

  func run() async throws {
    let console = Console.standard
    let library = Library(environment: console.environment)
    let name = try name.map { (name) throws(Failure) in
      try PlanName(argument: name, of: program ? "program" : "plan")
    }
    if let name, let other = library.plans.counterpart(of: library.plans.ownEntry(named: name, isProgram: program)) {
      throw Failure.nameInUse(by: other)
    }
    let settings = try library.settings()
    let asked = try view.asked()
    let units: PlannerScreen.Units = { plan in
      plan.units(asked: asked, inLocaleOf: console.environment)
    }
    let isTyped = isatty(STDIN_FILENO) == 1
    if isTyped, console.screen != nil {
      try await write(name, settings, units, on: console, library)
    } else if program {
      guard let name else { throw Failure.programWithoutName }
      if isTyped { try console.messages.writeLine("Write the program, and end it with Ctrl-D on a line of its own.") }
      try await readProgram(name, settings, on: console, library)
    } else {
      guard name != nil || start else { throw Failure.nothingToDo }
      if isTyped { try console.messages.writeLine("Write the plan, and end it with Ctrl-D on a line of its own.") }
      try await read(name, settings, units, on: console, library)
    }
  }

  /// Lets the user write a plan on a terminal.
  private func write(
    _ name: PlanName?, _ settings: Settings, _ units: @escaping PlannerScreen.Units, on plain: Console,
    _ library: Library
  ) async throws {
    let plans = library.plans
    let (console, typed) = plain.askingForBackground()
    guard let screen = console.screen else { return }
    let planner =
      program
      ? Planner(
        program: name.flatMap { plans.program(named: $0.text, over: settings) } ?? ProgramDraft(), name: name,
        settings: settings, choices: choices(library))
      : Planner(
        source: name.flatMap { plans.source(named: $0.text) }, name: name, settings: settings,
        choices: choices(library))
    guard let session = PlannerSession(planner, input: STDIN_FILENO, typed: typed, output: screen, units: units),
      let decision = try await session.run()
    else { return }
    guard !program else { return try await save(decision, settings, on: console) }
    let written = PlanText(text: decision.header + decision.line, planName: decision.name?.text)
    let plan = try written.read(over: settings)
    let new = NewPlan(
      text: written, plan: plan, destination: decision.name.map { .plan($0) }, overwrites: decision.overwrites,
      start: decision.starts ? .init(replacesRunning: replace) : nil)
    let style = console.output.style
    let setting = PlannerScreen.Setting(
      units: units, size: screen.size, style: style, clock: TimeOfDay.init(fromNow:))
    let facts = PlannerBody.facts(plan, setting.size.columns, setting)
    let lines = [style.text(decision.line.safeForTerminal, .heading)] + (console.output.canRedraw ? facts : [])
    try await new.saveAndStart(on: console, json: view.json, lines: lines)
  }

  /// The options of the command line, and the existing plans or programs.
  private func choices(_ library: Library) -> Planner.Choices {
    let (isProgram, plans) = (program, library.plans)
    return Planner.Choices(
      start: start, overwrite: overwrite,
      isTaken: { plans.hasOwn($0) }, predecessor: { plans.predecessor(of: $0) },
      planNames: { plans.entries().filter { !$0.isProgram }.map(\.name) },
      programNames: { plans.entries().filter(\.isProgram).map(\.name) }, plan: { plans.source(named: $0) },
      dueSession: { name, text in
        let mark = (try? library.mark(of: name.text))?.mark
        return (try? ProgramFile(text))?.program.dueSession(after: mark)
      },
      conflict: { name in
        plans.counterpart(of: plans.ownEntry(named: name, isProgram: isProgram)).map { other in
          Planner.NameProblem(
            message: "a \(other.noun) named '\(name.text)' already exists", hint: "choose another name")
        }
      })
  }

  /// Reads a plan from standard input.
  private func read(
    _ name: PlanName?, _ settings: Settings, _ units: PlannerScreen.Units, on console: Console, _ library: Library
  ) async throws {
    let text = try PlanText(file: "-", planName: name?.text)
    if case .programInPlan? = text.mistake?.reason, let mistake = text.mistake {
      throw Failure.invalidPlan(mistake, path: "-").hinting(
        "or save it with: intervalctl new --program \(name?.text.shellWord ?? "NAME")")
    }
    let plan = try text.read(over: settings)
    let new = NewPlan(
      text: text, plan: plan, destination: name.map { .plan($0) }, overwrites: overwrite,
      start: start ? .init(replacesRunning: replace) : nil)
    try new.checkDestination(in: library)
    let words = PlanView(plan: plan, units: units(plan))
    let lines = words.lines(console.output.style, width: console.output.widthIfTerminal)
    try await new.saveAndStart(on: console, json: view.json, lines: lines)
  }
}

extension Console {
  /// The terminal on which the planner is drawn; nil if neither stream is a terminal.
  ///
  /// The terminal is standard output or, if standard output is not a terminal, standard error.
  fileprivate var screen: TextStream? { [output, messages].first(where: \.canRedraw) }
}

extension PlanFolders {
  /// Returns the location of the existing plan that a new plan with this name would overwrite or hide.
  fileprivate func predecessor(of name: PlanName) -> Planner.Predecessor? {
    hasOwn(name) ? .own : hiddenEntry(by: name).map { _ in .installed }
  }

  /// Returns the plan with a name as a line; nil if the plan does not exist or has a mistake.
  fileprivate func source(named name: String) -> Planner.Source? {
    guard let entry = entry(named: name), !entry.isProgram, let text = try? TextFile.read(entry.path) else {
      return nil
    }
    return Planner.Source(text)
  }
}
