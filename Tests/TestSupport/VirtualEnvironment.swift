import FoundationEssentials

/// The tests' virtual environment, with the packages of Tests/foreign/requirements.txt.
///
/// It is at INTERVALD_TEST_VENV, or `.venv` at the top of the package.
package enum VirtualEnvironment {
  /// Why there is none.
  package struct Missing: Error, CustomStringConvertible {
    let program: String

    package var description: String { "There is no \(program): `make test` makes the virtual environment." }
  }

  /// The path of a program in it.
  package static func program(_ name: String) throws(Missing) -> String {
    let folder = ProcessInfo.processInfo.environment["INTERVALD_TEST_VENV"] ?? "\(packageRoot)/.venv"
    let path = "\(folder)/bin/\(name)"
    guard FileManager.default.isExecutableFile(atPath: path) else { throw Missing(program: path) }
    return path
  }
}
