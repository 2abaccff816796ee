import ArgumentParser
import Varlink
import WorkoutControl

struct Status: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show how the workout stands.",
    discussion: """
      With --json it is the Status of the control interface on one line, durations in milliseconds, distances in metres:

        intervalctl status --json | jq .interval.kind

      With --format it is a line of fields, for a status bar; intervalctl(1) lists them:

        intervalctl status --format '{icon}[ {clock}][ {round}/{rounds}]'
      """)

  @Flag(help: "Print the interface's own object, on one line.")
  var json = false

  @OptionGroup var bar: BarOptions

  mutating func validate() throws {
    guard !json || !bar.isGiven else { throw ValidationError("Either --json, or --format and --waybar.") }
  }

  func run() async throws {
    let console = Console.standard
    let bar = try bar.bar()
    let status = try await console.connect().status()
    if let bar { return try console.output.writeLine(bar.line(LiveStatus(status: status, nowNs: status.atNs))) }
    guard !json else { return try console.output.writeLine(JSONValue(encoding: status)) }
    try console.output.writeLines(StatusWords(status).lines(console.output.style))
  }
}
