import ArgumentParser
import Varlink
import WorkoutControl

struct Status: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show how the workout stands.",
    discussion: """
      With --json it is the Status of the control interface on one line, durations in milliseconds, distances in metres:

        intervalctl status --json | jq .interval.kind
      """)

  @Flag(help: "Print the interface's own object, on one line.")
  var json = false

  func run() async throws {
    let console = Console.standard
    let status = try await console.connect().status()
    guard !json else { return try console.output.writeLine(JSONValue(encoding: status)) }
    try console.output.writeLines(StatusWords(status).lines(console.output.style))
  }
}
