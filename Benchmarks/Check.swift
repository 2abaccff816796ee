import ArgumentParser
import FoundationEssentials
import TestSupport

/// Holds what does not depend on the machine against bounds, for CI: a run fails where one is exceeded.
struct Check: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Hold counts and sizes against the bounds of a file.",
    discussion: """
      The file has a JSON object of numbers. A figure may exceed its bound by nothing, and should it be lower by more \
      than a tenth, that is said, so that the bound can follow.
      """)

  @Argument(help: "The file with the bounds.")
  var bounds: String

  func run() async throws {
    let text = try Data(contentsOf: URL(filePath: bounds))
    let bounds = try JSONDecoder().decode([String: Double].self, from: text)
    let figures = try await Figures.all()
    var exceeded: [String] = []
    for (name, figure) in figures {
      guard let bound = bounds[name] else { throw ValidationError("There is no bound for '\(name)'.") }
      let verdict = figure > bound ? "EXCEEDED" : figure < 0.9 * bound ? "could be lower" : "kept"
      print("\(name): \(figure.shown), bound \(bound.shown): \(verdict)")
      if figure > bound { exceeded.append(name) }
    }
    for name in bounds.keys where !figures.contains(where: { $0.name == name }) {
      throw ValidationError("Nothing has the name '\(name)', for which there is a bound.")
    }
    guard exceeded.isEmpty else { throw ExitCode.failure }
  }
}
