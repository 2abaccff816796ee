import PlanLibrary
import Text
import TerminalUI
import ArgumentParser

struct Plans: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plans",
    abstract: "List, remove and rename plans.",
    usage: """
      intervalctl plans [--json]
      intervalctl plans remove <name>
      intervalctl plans rename <name> <new-name> [--overwrite]
      """,
    discussion: """
      Lists the files NAME.plan in intervald/plans under $XDG_CONFIG_HOME, $XDG_DATA_HOME and each of $XDG_DATA_DIRS. \
      No daemon is needed:

        intervalctl plans
        intervalctl plans rename long-run sunday
        intervalctl plans --json | jq -r 'select(.own).name'
      """,
    subcommands: [PlansRemove.self, PlansRename.self])

  @Flag(help: "Print each plan as one line of JSON.")
  var json = false

  func run() throws {
    let console = Console.standard
    let library = Library(environment: console.environment)
    let entries = try library.entries()
    guard !json else { return try entries.forEach { try console.output.writeLine($0.json) } }
    guard !entries.isEmpty else {
      let folder = library.plans.paths.first ?? "the plans folder"
      return try console.messages.writeLine(
        "There are no plans yet: save one as NAME.plan in \(folder.safeForTerminal)")
    }
    let table = PlanTable(entries: entries, environment: console.environment)
    try console.output.writeLines(table.lines(console.output.style, width: console.output.widthIfTerminal))
  }
}
