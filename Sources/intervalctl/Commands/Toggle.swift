import ArgumentParser
import WorkoutControl

struct Toggle: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "toggle",
    abstract: "Pause what runs, resume what is paused, start when idle.",
    discussion: """
      One key of a keyboard can do it all. When idle it starts the default plan, or else the last one:

        intervalctl toggle
      """)

  func run() async throws {
    let console = Console.standard
    let client = try await console.connect()
    do {
      let status = try await client.toggle()
      try console.output.writeLine(StatusWords(status).sentence)
    } catch ControlError.notRunning {
      try await WorkoutStarter(console: console).start(.usual, on: client)
    }
  }
}
