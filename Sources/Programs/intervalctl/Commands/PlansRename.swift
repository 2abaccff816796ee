import UserFiles
import SystemPackage
import Text
import TerminalUI
import ArgumentParser
import PlanLibrary

struct PlansRename: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Rename one of your own plans.",
    discussion: """
      A running workout is not affected:

        intervalctl plans rename long-run sunday
      """)

  @ParentCommand var plans: Plans

  @Argument(help: ArgumentHelp("Name of the plan.", valueName: "name"), completion: Completion.ownNames)
  var name: String

  @Argument(help: ArgumentHelp("New name.", valueName: "new-name"), completion: .list([]))
  var newName: String

  @Flag(help: "Overwrite a plan that has the new name.")
  var overwrite = false

  func run() throws {
    guard !plans.json else { throw Failure.listOptionWithPlan("rename") }
    let console = Console.standard
    let library = Library(environment: console.environment)
    let entry = try library.ownEntry(named: name)
    let newName = try PlanName(argument: newName)
    let hidden = library.plans.hiddenEntry(by: newName)
    let renamed: PlanFolders.Entry
    do {
      renamed = try library.plans.rename(entry, to: newName, ifExists: overwrite ? .replace : .fail)
    } catch {
      throw error.errno == .fileExists ? Failure.planExists(library.plans.ownEntry(named: newName)) : .notSaved(error)
    }
    try console.output.writeLine(
      "Renamed \(entry.name.safeForTerminal) to \(renamed.name.safeForTerminal): \(renamed.path.safeForTerminal)")
    let shown = library.plans.entry(named: entry.name).map { "the plan named \(entry.name) is now \($0.path)" }
    try console.messages.writeNotes([hidden.map { "this hides \($0.path)" }, shown].compactMap(\.self))
    try console.warnOfMissingDefaultPlan(library)
  }
}
