import ArgumentParser
import ControlInterface

struct Resume: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume",
    abstract: "Resume a paused workout.",
    discussion: """
      The workout continues exactly where it was paused. Resuming a running workout changes nothing. Example:

        intervalctl resume
      """)

  @OptionGroup var answer: JSONOptions

  func run() async throws {
    try await Console.standard.answer(json: answer.json) { try await $0.resume() }
  }
}
