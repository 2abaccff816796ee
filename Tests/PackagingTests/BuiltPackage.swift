import FoundationEssentials
import Testing

/// The Debian package that `make verify` has built from these sources: `INTERVALD_PACKAGE` is its path.
struct BuiltPackage {
  let path: String

  /// Nothing where none was built.
  static let current = ProcessInfo.processInfo.environment["INTERVALD_PACKAGE"].map(BuiltPackage.init(path:))

  /// The condition of tests of it.
  static let isRequired = ConditionTrait.enabled(
    if: current != nil, "requires the built package: run by `make verify`")

  private var name: String { path.split(separator: "/").last.map(String.init) ?? path }
  private var folder: String { String(path.dropLast(name.count)) }

  /// The path of the package with names and lines for debuggers.
  var symbols: String { folder + symbolsName }
  private var symbolsName: String { "intervald-dbgsym\(name.dropFirst("intervald".count))" }

  /// The paths of this and of the package for debuggers, each with that of its twin, which was built from the source
  /// archive in another folder and without a network.
  var twins: [(path: String, twin: String)] {
    [name, symbolsName].map { (folder + $0, "\(folder)../elsewhere/\($0)") }
  }

  /// The path of an archive of a Debian with nothing but what it depends on, and a user manager.
  var root: String { "\(folder)../root.tar" }
}
