import ArgumentParser
import ControlInterface
import JSON
import TerminalUI
import Text

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
    let warnings = try await console.connect().reload()
    try console.output.writeLine("Settings reloaded.")
    try console.messages.writeWarnings(warnings.map(\.safeForTerminal))
    // This check uses the environment of intervalctl. If intervald has another environment, it may read another file.
    try console.warnOfMissingDefaultPlan(Library(environment: console.environment))
  }
}
