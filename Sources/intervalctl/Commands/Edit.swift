import ArgumentParser
import WorkoutModel
import WorkoutSettings

struct Edit: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Edit a plan, which is checked before it takes the place of the old one.",
    discussion: """
      The plan opens in $VISUAL, else $EDITOR. What is no plan is never saved: on a terminal it can be edited again, and \
      otherwise it is kept beside. A plan that came with the program is saved as your own:

        intervalctl edit long-run
        EDITOR=nano intervalctl edit tabata
      """)

  @Argument(help: ArgumentHelp("The plan's name.", valueName: "name"), completion: Completion.names)
  var name: String

  func run() async throws {
    let console = Console.standard
    let library = Library(environment: console.environment)
    let name = try PlanName(argument: name)
    let settings = try library.settings()
    guard let text = try PlanText(.named(name.text), in: library.plans)?.text else {
      throw library.noPlan(named: name.text).hinting("write a new one with: intervalctl new \(name.text.harmless)")
    }
    let draft: DraftFile
    do {
      draft = try DraftFile(text, of: name, environment: console.environment)
    } catch {
      throw Failure.notSaved(error)
    }
    do {
      if let edited = try await edited(draft, from: text, over: settings, on: console) {
        guard try PlanText(.named(name.text), in: library.plans)?.text == text else {
          throw Failure.planChangedMeanwhile(name)
        }
        let plan = try edited.read(over: settings)
        let words = PlanWords(plan: plan, units: plan.workout.settings.units(inLocaleOf: console.environment))
        try await NewPlan(text: edited.text, plan: plan, name: name, replaces: true).realize(
          on: console, json: false, lines: words.lines(console.output.style, width: console.output.widthIfTerminal))
      } else {
        try console.output.writeLine("\(name.text.harmless) stays as it is.")
      }
      draft.remove()
    } catch {
      if draft.isOther(than: text) {
        throw Failure(error).hinting("what you wrote is kept: \(draft.path)")
      }
      draft.remove()
      throw error
    }
  }

  /// What the person has made of a plan, in as many tries as they take; nil where nothing has changed.
  private func edited(
    _ draft: DraftFile, from text: String, over settings: Settings, on console: Console
  ) async throws -> PlanText? {
    while true {
      try await Editor(environment: console.environment).edit(draft.path)
      do throws(Failure) {
        var edited = PlanText(text: try draft.read(), planName: name)
        edited.path = draft.path
        guard edited.text != text else { return nil }
        _ = try edited.read(over: settings)
        return edited
      } catch {
        guard console.isConversation, draft.isOther(than: text) else { throw error }
        try console.messages.writeLines(error.lines(console.messages.style, width: console.messages.widthIfTerminal))
        // Whatever ends the program here, what was written is found.
        try console.messages.write("What you wrote is in \(draft.path.harmless).\nEdit it again? [Y/n] ")
        guard readLine()?.lowercased().hasPrefix("n") == false else { throw Failure.planNotEdited }
      }
    }
  }
}
