import Subprocess

/// A program that was run to its end.
package struct Invocation: Sendable {
  /// The exit status, or 128 and the number of the signal that ended it, as shells have it.
  package let status: CInt
  /// Standard output, 4 MiB of it at most, or the run fails.
  package let output: String
  /// Standard error, 64 KiB of it at most, or the run fails.
  package let errors: String

  /// Runs a program, found in `PATH` unless it is a path, and kills it after `limit`: its status is then 137.
  ///
  /// - Throws: What keeps a program from being started; a status that tells of failure is no error.
  package static func run(
    _ program: String, _ arguments: [String] = [], environment: [String: String] = [:],
    within limit: Duration = .seconds(20)
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

  /// Standard output without the space round it.
  package var answer: String {
    String(output.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
