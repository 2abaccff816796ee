import ArgumentParser
import ControlInterface

struct Next: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "next",
    abstract: "Skip to the next interval.",
    discussion: """
      In the last interval, finishes the workout. Example:

        intervalctl next --out
      """)

  @Flag(help: "Leave the innermost repeat, such as 'forever'.")
  var out = false

  @OptionGroup var answer: JSONOptions

  func run() async throws {
    try await Console.standard.answer(json: answer.json) { try await $0.next(out: out) }
  }
}
