import TestSupport

/// A copy of a built program without names and lines for debuggers, as it is installed; gone with its last owner.
final class StrippedProgram: Sendable {
  private let folder: TemporaryFolder
  let path: String

  /// - Throws: `CommandFailed` for a program that `strip` cannot read.
  init(of program: String) async throws {
    folder = try TemporaryFolder()
    path = folder.path(of: program)
    let strip = try await Invocation.run("strip", ["-o", path, try BuiltProgram.path(of: program)])
    guard strip.status == 0 else { throw CommandFailed(command: "strip", status: strip.status) }
  }
}
