import Glibc
import Subprocess
import SystemPackage

/// The person's editor: `$VISUAL`, else `$EDITOR`, else Debian's `editor`, else `vi`.
struct Editor {
  /// A command of sh(1).
  private let command: String

  init(environment: [String: String]) {
    let named = ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    command = named ?? "$(command -v editor || echo vi)"
  }

  /// Lets the person edit a file, until the editor ends.
  ///
  /// Meanwhile the keys that end programs are the editor's.
  func edit(_ path: String) async throws(Failure) {
    // Handlers, unlike ignored signals, are not handed down: signal(2).
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
    case .exited(let status): throw .noEditor(command, "ended with status \(status)")
    case .signaled(let signal): throw .noEditor(command, "was ended by signal \(signal)")
    }
  }
}
