import ArgumentParser
import ControlInterface
import Dates
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
    let words = StatusWords(status, clock: TimeOfDay.init(fromNow:))
    try console.output.writeLines(words.lines(console.output.style, width: console.output.widthIfTerminal))
  }
}
