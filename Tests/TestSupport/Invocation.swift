import Subprocess

/// The result of a program that has ended.
package struct Invocation: Sendable {
  /// Exit status, or 128 plus the number of the signal that ended the program, as in a shell.
  package let status: CInt
  /// Standard output.
  ///
  /// If the output exceeds 4 MiB, `run` throws an error.
  package let output: String
  /// Standard error.
  ///
  /// If this output exceeds 64 KiB, `run` throws an error.
  package let errors: String

  /// Runs a program, given by a path or a name in `PATH`, until it ends.
  ///
  /// A program that is still running after `limit` is killed, and has the status 137.
  ///
  /// - Throws: An error if the program cannot be started. A nonzero status is not an error.
  package static func run(
    _ program: String, _ arguments: [String] = [], environment: [String: String] = [:],
    within limit: Duration = generousLimit
  ) async throws -> Invocation {
    let result = try await Subprocess.run(
      .name("timeout"),
      arguments: Arguments(["--foreground", "--signal=KILL", "\(limit.components.seconds)", program] + arguments),
      environment: .inherit.updating(
        Dictionary(environment.map { (Environment.Key(stringLiteral: $0), $1) }, uniquingKeysWith: { $1 })),
      output: .string(limit: 4 << 20), error: .string(limit: 64 << 10))
    let status =
      switch result.terminationStatus {
      case .exited(let code): code
      case .signaled(let signal): 128 + signal
      }
    return Invocation(status: status, output: result.standardOutput, errors: result.standardError)
  }

  /// Standard output without whitespace at its beginning and end.
  package var answer: String {
    String(output.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
