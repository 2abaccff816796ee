import FoundationEssentials

/// The programs of this package, which are in the build folder of the tests.
package enum BuiltProgram {
  /// Returns the path of the program of an executable target.
  ///
  /// - Throws: An error of the file system if `/proc` is not mounted.
  package static func path(of target: String) throws -> String {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return tests.prefix(through: tests.lastIndex(of: "/") ?? tests.startIndex) + target
  }
}
