import PlanLibrary
import Text
import TerminalUI
import ArgumentParser

struct PlansRemove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove one of your own plans.",
    discussion: """
      A running workout is not affected:

        intervalctl plans remove long-run
      """)

  @ParentCommand var plans: Plans

  @Argument(help: ArgumentHelp("Name of the plan.", valueName: "name"), completion: Completion.ownNames)
  var name: String

  func run() throws {
    guard !plans.json else { throw Failure.listOptionWithPlan("remove") }
    let console = Console.standard
    let library = Library(environment: console.environment)
    let entry = try library.ownEntry(named: name)
    do {
      try library.plans.remove(entry)
    } catch {
      throw Failure.notRemoved(error)
    }
    try console.output.writeLine("Removed \(entry.name.safeForTerminal): \(entry.path.safeForTerminal)")
    if let other = library.plans.entry(named: entry.name) {
      try console.messages.writeNotes(["the plan of this name is now \(other.path)"])
    }
    try console.warnOfMissingDefaultPlan(library)
  }
}
