import ArgumentParser
import FoundationEssentials
import TestSupport

/// Compares figures that do not depend on the machine with bounds, for CI.
///
/// A run fails if a bound is exceeded.
struct Check: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compare counts and sizes with the bounds of a file.",
    discussion: """
      The file contains a JSON object of numbers. The command fails if a figure exceeds its bound. If a figure is lower \
      than its bound by more than a tenth, the command prints that the bound could be lower.
      """)

  @Argument(help: "File with the bounds.")
  var bounds: String

  func run() async throws {
    let text = try Data(contentsOf: URL(filePath: bounds))
    let bounds = try JSONDecoder().decode([String: Double].self, from: text)
    let names = Set(Figure.all.map(\.name))
    if let name = names.subtracting(bounds.keys).min() {
      throw ValidationError("'\(name)' lacks a bound")
    }
    if let name = Set(bounds.keys).subtracting(names).min() {
      throw ValidationError("the bound '\(name)' does not match a figure")
    }
    var isExceeded = false
    for figure in Figure.all {
      guard let bound = bounds[figure.name] else { continue }
      let value = try await figure.measure()
      let verdict = value > bound ? "EXCEEDED" : value < 0.9 * bound ? "could be lower" : "met"
      print("\(figure.name): \(value.shown), bound \(bound.shown): \(verdict)")
      isExceeded = isExceeded || value > bound
    }
    guard !isExceeded else { throw ExitCode.failure }
  }
}
