import ArgumentParser
import ControlInterface
import TerminalUI
import WorkoutViews

struct Watch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Watch the workout live.",
    discussion: """
      Fills a terminal, and lists its keys on the last line; elsewhere prints a line for each change, until Ctrl-C. \
      With --json, prints each Event of the control interface; with --format or --waybar, a line for a status bar \
      whenever it changes, even while intervald is not running. Examples:

        intervalctl watch
        intervalctl watch --json | jq --unbuffered -r '.text // empty'
        intervalctl watch --format '{icon} {clock}'
      """)

  @Flag(help: "Print one line of JSON for each event.")
  var json = false

  @OptionGroup var bar: BarOptions

  mutating func validate() throws { try bar.checkAlone(json: json) }

  func run() async throws {
    let console = Console.standard
    if let bar = try bar.bar() {
      return try await BarSession.run(bar, on: console.output, from: DaemonSource(console: console))
    }
    let source = DaemonSource(try await console.connect(), console: console)
    guard json else { return try await WatchSession(source, console: console, endsWithWorkout: false).run() }
    try await console.output.whileRead {
      try await source.follow { change in
        if case .event(let event) = change { try console.output.writeJSON(event) }
      }
    }
  }
}
