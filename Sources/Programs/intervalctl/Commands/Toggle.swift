import ArgumentParser
import ControlInterface
import Dates
import TerminalUI
import WorkoutPresentation

struct Toggle: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "toggle",
    abstract: "Pause, resume or start the workout.",
    discussion: """
      Pauses a running workout and resumes a paused one. When idle, starts the default plan or the last one \
      started. Useful for a single key. Example:

        intervalctl toggle
      """)

  @OptionGroup var answer: JSONOptions

  func run() async throws {
    let console = Console.standard
    let client = try await console.connect()
    do {
      let status = try await client.toggle()
      guard !answer.json else { return try console.output.writeJSON(status) }
      try console.output.writeLine(StatusWords(status, clock: TimeOfDay.init(fromNow:)).sentence)
    } catch ControlError.notRunning {
      let starter = WorkoutStarter(console: console)
      guard answer.json else {
        try await starter.start(.usual, on: client)
        return
      }
      try console.output.writeLine(try await starter.request(.usual, on: client).json)
    }
  }
}
