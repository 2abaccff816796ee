import ArgumentParser
import WorkoutControl

struct Resume: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume",
    abstract: "Go on with a paused workout.",
    discussion: """
      It goes on exactly where it was paused; resuming what runs changes nothing:

        intervalctl resume
      """)

  func run() async throws {
    try await Console.standard.answer { try await $0.resume() }
  }
}
