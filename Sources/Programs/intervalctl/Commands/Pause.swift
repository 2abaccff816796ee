import ArgumentParser
import ControlInterface

struct Pause: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause",
    abstract: "Pause the workout.",
    discussion: """
      Stops the clock until the workout is resumed. Pausing a paused workout changes nothing. Example:

        intervalctl pause
      """)

  @OptionGroup var answer: JSONOptions

  func run() async throws {
    try await Console.standard.answer(json: answer.json) { try await $0.pause() }
  }
}
