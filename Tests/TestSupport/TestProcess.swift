import Glibc
package import Subprocess

/// A program that a test has started, with its output.
package final class TestProcess: Sendable {
  package let name: String
  package let identifier: Int32
  /// Lines of standard output.
  ///
  /// The recording ends with the program.
  package let output: Recording<String>
  /// Lines of standard error.
  ///
  /// The recording ends with the program.
  package let errors: Recording<String>
  /// Contains the termination status after the end of the program.
  private let ending: Recording<TerminationStatus>

  init(
    name: String, identifier: Int32, output: Recording<String>, errors: Recording<String>,
    ending: Recording<TerminationStatus>
  ) {
    self.name = name
    self.identifier = identifier
    self.output = output
    self.errors = errors
    self.ending = ending
  }

  /// Returns a copy of this object that sends signals to another program, such as a program in a transient unit.
  ///
  /// The program of this object must have started the other program. It must also print the output of the other
  /// program, and end when the other program ends.
  package func redirectingSignals(to identifier: Int32) -> TestProcess {
    TestProcess(name: name, identifier: identifier, output: output, errors: errors, ending: ending)
  }

  /// Sends a signal, unless the program has ended; see kill(2).
  package func send(_ signal: Int32) {
    guard ending.elements.isEmpty else { return }
    kill(identifier, signal)
  }

  /// Waits until the program has ended.
  @discardableResult
  package func end(within limit: Duration = generousLimit) async throws -> TerminationStatus {
    try await ending.first("the end of \(name)", within: limit) { _ in true }
  }

  /// Kills the program and waits until it has ended.
  package func killAndWait() async throws {
    send(SIGKILL)
    try await end()
  }
}
