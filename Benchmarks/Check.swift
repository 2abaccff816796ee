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
    let names = Set(Figure.all.map(\.name))
    if let name = names.subtracting(bounds.keys).min() {
      throw ValidationError("There is no bound for '\(name)'.")
    }
    if let name = Set(bounds.keys).subtracting(names).min() {
      throw ValidationError("Nothing has the name '\(name)', for which there is a bound.")
    }
    var isExceeded = false
    for figure in Figure.all {
      guard let bound = bounds[figure.name] else { continue }
      let value = try await figure.measure()
      let verdict = value > bound ? "EXCEEDED" : value < 0.9 * bound ? "could be lower" : "kept"
      print("\(figure.name): \(value.shown), bound \(bound.shown): \(verdict)")
      isExceeded = isExceeded || value > bound
    }
    guard !isExceeded else { throw ExitCode.failure }
  }
}
