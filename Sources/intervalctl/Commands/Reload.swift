import ArgumentParser
import WorkoutControl

struct Reload: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make intervald read its settings again.",
    discussion: """
      A running workout keeps its place and its paces; its cues change. Settings that are wrong change nothing:

        intervalctl reload
      """)

  func run() async throws {
    let console = Console.standard
    try await console.connect().reload()
    try console.output.writeLine("Settings read again.")
  }
}
