import TerminalUI
import ArgumentParser
import ControlInterface

struct Reload: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reload",
    abstract: "Reload the settings of intervald.",
    discussion: """
      A running workout keeps its position and its paces; its cues change. Invalid settings change nothing. Example:

        intervalctl reload
      """)

  func run() async throws {
    let console = Console.standard
    try await console.connect().reload()
    try console.output.writeLine("Settings reloaded.")
    // What intervald has just read may be another file than what is seen from here.
    try console.warnOfMissingDefaultPlan(Library(environment: console.environment))
  }
}
