import ArgumentParser
import PlanLibrary
import PlanNotation
import TerminalUI
import Text
import WorkoutModel
import WorkoutPresentation
import WorkoutViews

struct Edit: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Edit a plan or a training program.",
    discussion: """
      Opens the plan or program in $VISUAL or $EDITOR, and checks it before it is saved. A text with a mistake can be \
      edited again; otherwise your text remains in a file. A plan or program that was installed is saved as your own. \
      The progress in a program does not change:

        intervalctl edit long-run
        EDITOR=nano intervalctl edit tabata
        intervalctl edit c25k
      """)

  @Argument(help: ArgumentHelp("Name of the plan or program.", valueName: "name"), completion: Completion.names)
  var name: String

  func run() async throws {
    let console = Console.standard
    let library = Library(environment: console.environment)
    let name = try PlanName(argument: library.plans.find(name)?.name ?? name)
    let settings = try library.settings()
    guard let entry = library.plans.entry(named: name.text) else {
      throw library.noPlan(named: name.text).hinting(
        "write a new one with: intervalctl new \(name.text.safeForTerminal)")
    }
    if let program = library.plans.program(besides: entry) { throw Failure.planAndProgram(entry, program) }
    let text = try entry.text
    let editor = try Editor(environment: console.environment)
    let draft: DraftFile
    do {
      draft = try DraftFile(text, named: entry.fileName, environment: console.environment)
    } catch {
      throw Failure.notSaved(error)
    }
    do {
      if let edited = try await edited(draft, of: entry, from: text, over: settings, with: editor, on: console) {
        guard try library.plans.entry(named: name.text)?.text == text else {
          throw Failure.planChangedMeanwhile(entry)
        }
        try await edited.save(as: name, on: console)
      } else {
        try console.output.writeLine("\(name.text.safeForTerminal) was not changed.")
      }
      draft.remove()
    } catch {
      if draft.differs(from: text) {
        throw Failure(error).hinting("your text is in \(draft.path)")
      }
      draft.remove()
      throw error
    }
  }

  /// Runs the editor until the text is valid; returns nil if the user changed nothing.
  ///
  /// - Throws: `Failure` if the user does not want to correct an invalid text.
  private func edited(
    _ draft: DraftFile, of entry: PlanFolders.Entry, from text: String, over settings: Settings,
    with editor: Editor, on console: Console
  ) async throws -> EditedText? {
    while true {
      try await editor.edit(draft.path)
      do throws(Failure) {
        let edited = try draft.read()
        guard edited != text else { return nil }
        return try EditedText(edited, of: entry, path: draft.path, over: settings)
      } catch {
        guard console.isInteractive, draft.differs(from: text) else { throw error }
        try console.messages.writeLines(error.lines(console.messages.style, width: console.messages.widthIfTerminal))
        // The prompt includes the path, so that the text can be found if the program is terminated here.
        try console.messages.write("Your text is in \(draft.path.safeForTerminal).\nEdit it again? [Y/n] ")
        guard readLine()?.lowercased().hasPrefix("n") == false else { throw Failure.planNotEdited(entry) }
      }
    }
  }
}

/// The text of a plan or a program after the user has edited it.
private enum EditedText {
  case plan(PlanText, ReadPlan)
  case program(ProgramText)

  /// Checks a text; `path` is the draft that contains it.
  init(_ text: String, of entry: PlanFolders.Entry, path: String, over settings: Settings) throws(Failure) {
    guard !entry.isProgram else {
      self = .program(try ProgramText(text, named: entry.name, path: path, over: settings))
      return
    }
    let plan = PlanText(text: text, planName: entry.name, path: path)
    self = .plan(plan, try plan.read(over: settings))
  }

  /// Shows the plan or program, and saves it.
  func save(as name: PlanName, on console: Console) async throws {
    switch self {
    case .plan(let text, let plan):
      let words = PlanView(plan: plan, units: plan.units(inLocaleOf: console.environment))
      try await NewPlan(text: text, plan: plan, destination: .plan(name), overwrites: true).saveAndStart(
        on: console, json: false, lines: words.lines(console.output.style, width: console.output.widthIfTerminal))
    case .program(let program):
      try await NewProgram(program: program, name: name, overwrites: true).saveAndStart(on: console)
    }
  }
}
