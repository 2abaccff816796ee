import TestSupport

/// Copy of a built program without debug information, as installed; removed with its last reference.
final class StrippedProgram: Sendable {
  private let folder: TemporaryFolder
  let path: String

  /// Copies and strips a program.
  ///
  /// - Throws: `CommandFailed` if `strip` cannot read the program.
  init(of program: String) async throws {
    folder = try TemporaryFolder()
    path = folder.path(of: program)
    let strip = try await Invocation.run("strip", ["-o", path, try BuiltProgram.path(of: program)])
    guard strip.status == 0 else { throw CommandFailed(command: "strip", status: strip.status) }
  }
}
