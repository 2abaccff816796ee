import ArgumentParser
import WorkoutSettings

struct Plans: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plans",
    abstract: "List the plans that have names.",
    discussion: """
      They are the files NAME.plan in intervald/plans under $XDG_CONFIG_HOME, $XDG_DATA_HOME and each of $XDG_DATA_DIRS. \
      No daemon is needed:

        intervalctl plans
      """)

  func run() throws {
    let console = Console.standard
    let library = Library(environment: console.environment)
    let table = PlanTable(entries: try library.entries(), environment: console.environment)
    guard !table.entries.isEmpty else {
      let folder = library.plans.paths.first ?? "the plans folder"
      return try console.messages.writeLine("There are no plans yet: save one as NAME.plan in \(folder.harmless)")
    }
    try console.output.writeLines(table.lines(console.output.style, width: console.output.widthIfTerminal))
  }
}
