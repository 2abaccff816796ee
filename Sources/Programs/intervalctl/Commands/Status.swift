import ArgumentParser
import ControlInterface
import TerminalUI
import WorkoutPresentation
import WorkoutReports
import WorkoutViews

struct Status: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show the status of the workout.",
    discussion: """
      With --json, prints the Status of the control interface; with --format, a line for a status bar, whose fields \
      are listed in intervalctl(1). Examples:

        intervalctl status --json | jq .interval.kind
        intervalctl status --format '{icon}[ {clock}][ {round}/{rounds}]'
      """)

  @OptionGroup var answer: JSONOptions
  @OptionGroup var bar: BarOptions

  mutating func validate() throws { try bar.checkAlone(json: answer.json) }

  func run() async throws {
    let console = Console.standard
    let bar = try bar.bar()
    let status = try await console.connect().status()
    if let bar { return try console.output.writeLine(bar.line(LiveStatus(status: status, nowNs: status.atNs))) }
    guard !answer.json else { return try console.output.writeJSON(status) }
    try console.output.writeLines(StatusWords(status).lines(console.output.style))
  }
}

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
