import ArgumentParser
import ControlInterface
import JSON
import TerminalUI

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
    // This check uses the environment of intervalctl. If intervald has another environment, it may read another file.
    try console.warnOfMissingDefaultPlan(Library(environment: console.environment))
  }
}
