import ArgumentParser
import WorkoutControl

struct Reload: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reload",
    abstract: "Make intervald read its settings again.",
    discussion: """
      A running workout keeps its place and its paces; its cues change. Settings that are wrong change nothing:

        intervalctl reload
      """)

  func run() async throws {
    let console = Console.standard
    try await console.connect().reload()
    try console.output.writeLine("Settings read again.")
    // What intervald has just read may be another file than what is seen from here.
    guard let missing = try? Library(environment: console.environment).missingDefaultPlan() else { return }
    let messages = console.messages
    try messages.writeLines(
      messages.style.paragraph("warning:", .warning, missing.words, width: messages.widthIfTerminal)
        + messages.style.paragraph("hint:", .heading, missing.hint, width: messages.widthIfTerminal))
  }
}
