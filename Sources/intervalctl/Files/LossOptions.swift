import ArgumentParser
import WorkoutFiles

/// What becomes of a conversion that loses something.
struct LossOptions: ParsableArguments {
  @Flag(help: "Fail where something would be lost, and write nothing.")
  var strict = false

  /// Tells what is lost.
  ///
  /// - Throws: `Failure` where nothing may be; `OutputError`.
  func report(_ losses: [Loss], on messages: TextStream) throws {
    guard !strict || losses.isEmpty else { throw Failure.lossy(losses) }
    try messages.writeRemarks(losses.map(\.words))
  }
}
