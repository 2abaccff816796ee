import ArgumentParser
import ControlInterface
import TerminalUI
import WorkoutModel
import WorkoutPresentation
import WorkoutViews

struct Stop: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stop",
    abstract: "Stop the workout, and show its summary.",
    discussion: """
      Time, distance and pace are those of the completed part, without pauses. Example:

        intervalctl stop
      """)

  @Flag(help: "Show the lateness of the cues.")
  var verbose = false

  @OptionGroup var answer: JSONOptions

  func run() async throws {
    let console = Console.standard
    let client = try await console.connect()
    guard !answer.json else { return try console.output.writeJSON(try await client.stop()) }
    // The status provides the display units, because the summary does not have them.
    let units = DisplayUnits(try await client.status())
    let words = SummaryTable(summary: try await client.stop(), units: units, isVerbose: verbose)
    try console.output.writeLines(words.lines(console.output.style, width: console.output.widthIfTerminal))
  }
}
