import ArgumentParser
import Varlink
import WorkoutControl

struct Watch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show the workout as it goes.",
    discussion: """
      A line for every change, and on a terminal a live line under them, until Ctrl-C. With --json each line is an Event \
      of the control interface:

        intervalctl watch --json | jq --unbuffered -r 'select(.cue == "start") | .status.interval.kind'
      """)

  @Flag(help: "Print the interface's own objects, one a line.")
  var json = false

  func run() async throws {
    let console = Console.standard
    let client = try await console.connect()
    guard json else { return try await WatchSession(console: console, endsWithWorkout: false).run(client) }
    for try await event in client.watch() {
      try console.output.writeLine(JSONValue(encoding: event))
    }
    throw TransportError(.disconnected, context: "the watch ended")
  }
}
