import ArgumentParser
import Varlink
import WorkoutControl

struct Watch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Show the workout as it goes.",
    discussion: """
      On a terminal it is a view of the whole of it, whose last line names the keys; elsewhere a line for every change, \
      until Ctrl-C. With --json each line is an Event of the control interface:

        intervalctl watch --json | jq --unbuffered -r 'select(.cue == "start") | .status.interval.kind'

      With --format or --waybar it prints a line for a status bar whenever that changes, with or without a daemon:

        intervalctl watch --format '{icon} {clock}'
      """)

  @Flag(help: "Print the interface's own objects, one a line.")
  var json = false

  @OptionGroup var bar: BarOptions

  mutating func validate() throws {
    guard !json || !bar.isGiven else { throw ValidationError("Either --json, or --format and --waybar.") }
  }

  func run() async throws {
    let console = Console.standard
    if let bar = try bar.bar() {
      return try await BarSession.run(bar, on: console.output, from: DaemonSource(console: console))
    }
    let source = DaemonSource(try await console.connect(), console: console)
    guard json else { return try await WatchSession(source, console: console, endsWithWorkout: false).run() }
    try await console.output.whileRead {
      try await source.follow { news in
        if case .event(let event) = news { try console.output.writeLine(JSONValue(encoding: event)) }
      }
    }
  }
}
