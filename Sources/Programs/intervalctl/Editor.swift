import Glibc
import Processes
import SystemPackage
import UserFiles

/// The user's editor: `$VISUAL`, otherwise `$EDITOR`, otherwise Debian's `editor`, otherwise `vi`.
struct Editor {
  /// A command for sh(1).
  private let command: String

  /// - Throws: `Failure` if no editor is configured and neither default is installed.
  init(environment: [String: String]) throws(Failure) {
    let named = ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    let folders = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    let installed = ["editor", "vi"].first { name in
      folders.contains { SystemCalls.canAccess("\($0)/\(name)", for: .execute) }
    }
    guard let command = named ?? installed else { throw .noEditorNamed }
    self.command = command
  }

  /// Runs the editor on a file until it exits.
  ///
  /// Until then, Ctrl-C and Ctrl-\ affect only the editor.
  func edit(_ path: String) async throws(Failure) {
    // The editor does not inherit SIG_IGN, because `ChildProcess` restores the default handling of all signals.
    let signals = [SIGINT, SIGQUIT]
    for number in signals { _ = signal(number, SIG_IGN) }
    defer { for number in signals { _ = signal(number, SIG_DFL) } }
    let shell = ChildProgram(
      "/bin/sh", ["-c", "\(command) \"$@\"", "editor", path], streams: .inherited, group: .shared)
    let status: ChildProcess.Status
    do {
      status = try await shell.run().status
    } catch {
      throw .noEditor(command, "did not start: \(error)")
    }
    switch status {
    case .exited(0): return
    case .exited(Self.notFound): throw .noEditor(command, "was not found")
    case .exited(let status): throw .noEditor(command, "failed with exit status \(status)")
    case .signalled(let signal): throw .noEditor(command, "was ended by signal \(signal)")
    }
  }

  /// The exit status of sh(1) for an unknown command.
  private static let notFound: CInt = 127
}

/// The temporary file of a plan or program that the user edits, in a separate folder in `$TMPDIR` or `/tmp`.
struct DraftFile {
  let path: String
  private let folder: String

  /// Creates the folder with mode 0700, and in this folder a file with the name of the edited file.
  init(_ text: String, named fileName: String, environment: [String: String]) throws(SystemError) {
    let temporary = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    folder = try SystemCalls.makeTemporaryFolder(in: temporary, prefix: "intervalctl-")
    path = "\(folder)/\(fileName)"
    do {
      try AtomicFile.write(text, to: path)
    } catch {
      remove()
      throw error
    }
  }

  func read() throws(Failure) -> String {
    do {
      return try TextFile.read(path)
    } catch {
      throw .unreadableFile(error)
    }
  }

  /// Whether the file has changes that would be lost if the file were removed.
  ///
  /// Contents that are not text count as a change.
  func differs(from text: String) -> Bool { SystemCalls.canAccess(path) && (try? read()) != text }

  /// Removes the file and its folder; the folder remains if the editor left other files in it.
  func remove() {
    try? SystemCalls.unlink(path)
    try? SystemCalls.removeFolder(folder)
  }
}
