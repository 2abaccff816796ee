import ArgumentParser
import WorkoutControl

struct Pause: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause",
    abstract: "Pause the workout.",
    discussion: """
      The clock stands still until it is resumed; pausing what is paused changes nothing:

        intervalctl pause
      """)

  func run() async throws {
    try await Console.standard.answer { try await $0.pause() }
  }
}
