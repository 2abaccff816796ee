import ArgumentParser
import WorkoutControl

struct Previous: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "previous",
    abstract: "Go back to the start of the interval.",
    discussion: """
      Within the first three seconds of an interval it is the start of the one before:

        intervalctl previous
      """)

  func run() async throws {
    try await Console.standard.answer { try await $0.previous() }
  }
}
