import FoundationEssentials
import Testing

/// The Debian package that `make verify` has built from these sources, at the path `INTERVALD_PACKAGE`.
struct BuiltPackage {
  let path: String

  /// The package; nil if the package was not built.
  static let current = ProcessInfo.processInfo.environment["INTERVALD_PACKAGE"].map(BuiltPackage.init(path:))

  /// The condition of tests that require the package.
  static let isRequired = ConditionTrait.enabled(
    if: current != nil, "requires the built package: run by `make verify`")

  private var name: String { path.split(separator: "/").last.map(String.init) ?? path }
  private var folder: String { String(path.dropLast(name.count)) }

  /// Path of the package of debug symbols.
  var symbols: String { folder + symbolsName }
  private var symbolsName: String { "intervald-dbgsym\(name.dropFirst("intervald".count))" }

  /// Paths of this package and of the package of debug symbols, each with the path of a second build.
  ///
  /// The second build was made in another folder and without a network.
  var builds: [(first: String, second: String)] {
    [name, symbolsName].map { (folder + $0, "\(folder)../elsewhere/\($0)") }
  }

  /// Path of an archive that contains a Debian system with only a user manager and the package's dependencies.
  var root: String { "\(folder)../root.tar" }
}
