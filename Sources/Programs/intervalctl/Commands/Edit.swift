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
    abstract: "Edit a plan.",
    discussion: """
      Opens the plan in $VISUAL or $EDITOR, and checks it before it is saved. A plan with a mistake can be edited \
      again; otherwise your text remains in a file. A plan that came with the program is saved as your own:

        intervalctl edit long-run
        EDITOR=nano intervalctl edit tabata
      """)

  @Argument(help: ArgumentHelp("Name of the plan.", valueName: "name"), completion: Completion.names)
  var name: String

  func run() async throws {
    let console = Console.standard
    let library = Library(environment: console.environment)
    let name = try PlanName(argument: library.plans.entry(typed: name)?.name ?? name)
    let settings = try library.settings()
    guard let text = try library.plans.entry(named: name.text)?.text else {
      throw library.noPlan(named: name.text).hinting(
        "write a new one with: intervalctl new \(name.text.safeForTerminal)")
    }
    let editor = try Editor(environment: console.environment)
    let draft: DraftFile
    do {
      draft = try DraftFile(text, of: name, environment: console.environment)
    } catch {
      throw Failure.notSaved(error)
    }
    do {
      if let (edited, plan) = try await edited(draft, of: name, from: text, over: settings, with: editor, on: console) {
        guard try library.plans.entry(named: name.text)?.text == text else {
          throw Failure.planChangedMeanwhile(name)
        }
        let words = PlanView(plan: plan, units: plan.units(inLocaleOf: console.environment))
        try await NewPlan(text: edited, plan: plan, destination: .plan(name), overwrites: true).saveAndStart(
          on: console, json: false,
          lines: words.lines(console.output.style, width: console.output.widthIfTerminal))
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

  /// Runs the editor until the plan is valid; returns nil if the user changed nothing.
  ///
  /// - Throws: `Failure` if the user does not want to correct an invalid plan.
  private func edited(
    _ draft: DraftFile, of name: PlanName, from text: String, over settings: Settings, with editor: Editor,
    on console: Console
  ) async throws -> (PlanText, ReadPlan)? {
    while true {
      try await editor.edit(draft.path)
      do throws(Failure) {
        let edited = PlanText(text: try draft.read(), planName: name.text, path: draft.path)
        guard edited.text != text else { return nil }
        return (edited, try edited.read(over: settings))
      } catch {
        guard console.isInteractive, draft.differs(from: text) else { throw error }
        try console.messages.writeLines(error.lines(console.messages.style, width: console.messages.widthIfTerminal))
        // The prompt includes the path, so that the text can be found if the program is terminated here.
        try console.messages.write("Your text is in \(draft.path.safeForTerminal).\nEdit it again? [Y/n] ")
        guard readLine()?.lowercased().hasPrefix("n") == false else { throw Failure.planNotEdited }
      }
    }
  }
}
