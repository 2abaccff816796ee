import FoundationEssentials

/// The Debian package that was built from these sources, in `make verify`.
struct BuiltPackage {
  /// Its path.
  let path: String
  /// The path of one that was built from the source archive, in another folder and without a network.
  let twin: String
  /// The path of an archive of a Debian with nothing but what it depends on, and a user manager.
  let root: String

  /// Nothing where none was built.
  static let current: BuiltPackage? = {
    let environment = ProcessInfo.processInfo.environment
    guard
      let path = environment["INTERVALD_PACKAGE"], let twin = environment["INTERVALD_PACKAGE_TWIN"],
      let root = environment["INTERVALD_PACKAGE_ROOT"]
    else { return nil }
    return BuiltPackage(path: path, twin: twin, root: root)
  }()
}
