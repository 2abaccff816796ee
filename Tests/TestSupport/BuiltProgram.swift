import FoundationEssentials

/// A program of this package, as built beside the tests.
package enum BuiltProgram {
  /// The path of an executable target's program.
  ///
  /// - Throws: An error of the file system where this process has no `/proc`.
  package static func path(of target: String) throws -> String {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return tests.prefix(through: tests.lastIndex(of: "/") ?? tests.startIndex) + target
  }
}
