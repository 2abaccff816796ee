import ArgumentParser
import ControlInterface

struct Back: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "back",
    abstract: "Go back to the start of the interval.",
    discussion: """
      Within the first three seconds of an interval, goes back to the one before. Example:

        intervalctl back
      """,
    aliases: ["previous"])

  @OptionGroup var answer: JSONOptions

  func run() async throws {
    try await Console.standard.answer(json: answer.json) { try await $0.previous() }
  }
}
