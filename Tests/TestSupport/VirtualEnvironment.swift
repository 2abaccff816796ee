import FoundationEssentials

/// The Python environment `.venv` of the tests, with the packages of Tests/foreign/requirements.txt.
package enum VirtualEnvironment {
  private static let folder = "\(packageRoot)/.venv"

  /// The reason for skipping a test that requires the environment.
  package static let requirement = "requires the virtual environment .venv, which `make setup` makes"

  /// Whether `.ci/virtual-environment` has completed the environment at this path, with the current requirements.
  package static let isComplete: Bool = {
    guard let stamp = try? textFile("\(folder)/complete"),
      let requirements = try? packageFile("Tests/foreign/requirements.txt")
    else { return false }
    let path = URL(filePath: folder).resolvingSymlinksInPath().path
    return stamp == "\(path)\n\(requirements)" && FileManager.default.isExecutableFile(atPath: "\(folder)/bin/python")
  }()

  package struct Incomplete: Error, CustomStringConvertible {
    package let description = requirement
  }

  /// The path of a program in the environment.
  package static func program(_ name: String) throws(Incomplete) -> String {
    guard isComplete else { throw Incomplete() }
    return "\(folder)/bin/\(name)"
  }
}
