import Glibc
import Subprocess
import SystemPackage
import UserFiles

/// The person's editor: `$VISUAL`, else `$EDITOR`, else Debian's `editor`, else `vi`.
struct Editor {
  /// A command of sh(1).
  private let command: String

  /// - Throws: `Failure` if no editor is named and none of the usual ones is installed.
  init(environment: [String: String]) throws(Failure) {
    let named = ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    let folders = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    let installed = ["editor", "vi"].first { name in
      folders.contains { SystemCalls.canAccess("\($0)/\(name)", for: .execute) }
    }
    guard let command = named ?? installed else { throw .noEditorNamed }
    self.command = command
  }

  /// Runs the editor on a file until it ends.
  ///
  /// Meanwhile the keys that end programs are the editor's.
  func edit(_ path: String) async throws(Failure) {
    // Handlers, unlike ignored signals, are not inherited: signal(2).
    let signals = [SIGINT, SIGQUIT]
    for number in signals { _ = signal(number) { _ in } }
    defer { for number in signals { _ = signal(number, SIG_DFL) } }
    let status: TerminationStatus
    do {
      status = try await run(
        .path("/bin/sh"), arguments: ["-c", "\(command) \"$@\"", "editor", path], input: .currentStandardInput,
        output: .currentStandardOutput, error: .currentStandardError
      ).terminationStatus
    } catch {
      throw .noEditor(command, "did not start: \(error)")
    }
    switch status {
    case .exited(0): return
    case .exited(Self.notFound): throw .noEditor(command, "was not found")
    case .exited(let status): throw .noEditor(command, "failed with exit status \(status)")
    case .signaled(let signal): throw .noEditor(command, "was ended by signal \(signal)")
    }
  }

  /// The exit status of sh(1) for a command that there is not.
  private static let notFound: CInt = 127
}
