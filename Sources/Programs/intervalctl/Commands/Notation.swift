import ArgumentParser
import TerminalUI
import WorkoutViews

struct Notation: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notation",
    abstract: "Show the plan notation on one screen.",
    discussion: """
      The examples can be typed after start and show as they are:

        intervalctl notation
      """)

  func run() throws {
    let output = Console.standard.output
    try output.writeLines(NotationScreen.lines(output.style))
  }
}
