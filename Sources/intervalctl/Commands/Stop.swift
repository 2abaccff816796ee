import ArgumentParser
import WorkoutControl
import WorkoutModel

struct Stop: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stop",
    abstract: "Stop the workout, and show what it came to.",
    discussion: """
      Time, distance and pace are those of what was really done, pauses apart:

        intervalctl stop
      """)

  func run() async throws {
    let console = Console.standard
    let client = try await console.connect()
    // A summary names no units.
    let units = DisplayUnits(try await client.status())
    let words = SummaryWords(summary: try await client.stop(), units: units)
    try console.output.writeLines(words.lines(console.output.style))
  }
}
