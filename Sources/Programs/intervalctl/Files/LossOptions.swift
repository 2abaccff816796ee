import TerminalUI
import ArgumentParser
import WorkoutFiles

/// The option for a conversion that loses something.
struct LossOptions: ParsableArguments {
  @Flag(help: "Fail if something would be lost, and write nothing.")
  var strict = false

  /// Warns of each loss.
  ///
  /// - Throws: `Failure` for a loss if none is allowed; `OutputError`.
  func report(_ losses: [Loss], on messages: TextStream) throws {
    guard !strict || losses.isEmpty else { throw Failure.lossy(losses) }
    try messages.writeWarnings(losses.map(\.words))
  }
}
