import ArgumentParser

struct Notation: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notation",
    abstract: "Show how plans are written, on one screen.",
    discussion: """
      What it shows can be typed after start and show as it stands:

        intervalctl notation
      """)

  func run() throws {
    let output = Console.standard.output
    try output.writeLines(NotationScreen.lines(output.style))
  }
}
