import FoundationEssentials
import Subprocess

/// PyPI's `varlink`, a client that shares no code with ours, in the tests' virtual environment.
package enum ForeignClient {
  /// Why there is none.
  package struct Missing: Error, CustomStringConvertible {
    let environment: String

    package var description: String { "There is no virtual environment at \(environment): `make test` makes it." }
  }

  /// Checks an idle service at a socket, and leaves it idle; see Tests/foreign/varlink_client.py.
  ///
  /// The environment is at INTERVALD_TEST_VENV, or `.venv` at the top of the package.
  package static func check(socket: String) async throws -> Invocation {
    let environment = ProcessInfo.processInfo.environment["INTERVALD_TEST_VENV"] ?? "\(packageRoot)/.venv"
    let python = "\(environment)/bin/python"
    guard FileManager.default.isExecutableFile(atPath: python) else { throw Missing(environment: environment) }
    return try await Invocation.run(
      python, ["\(packageRoot)/Tests/foreign/varlink_client.py", "unix:\(socket)"], within: .seconds(60))
  }
}
