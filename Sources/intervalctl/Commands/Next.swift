import ArgumentParser
import WorkoutControl

struct Next: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "next",
    abstract: "Go on to the next interval.",
    discussion: """
      In the last interval it finishes the workout. With --out it goes to what follows the innermost repeat, the way out \
      of a 'forever':

        intervalctl next --out
      """)

  @Flag(help: "Leave the innermost repeat.")
  var out = false

  func run() async throws {
    try await Console.standard.answer { try await $0.next(out: out) }
  }
}
