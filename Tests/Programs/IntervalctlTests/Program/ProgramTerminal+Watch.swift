import ControlInterface
import TestSupport
import Testing
import WorkoutReports

@testable import intervalctl

extension ProgramTerminal {
  /// The first key hint that `watch` shows while a workout runs.
  static let keyHints = "space pause"

  /// Opens a terminal, runs a full-screen command in it, and waits for a text.
  ///
  /// The file `id` contains the process ID of the command.
  static func running(
    _ command: String = "watch", in home: ProgramHome, until text: String = keyHints, columns: Int = 80, rows: Int = 24
  ) async throws -> ProgramTerminal {
    let terminal = try await ProgramTerminal(in: home, columns: columns, rows: rows)
    // The crash report of the Swift runtime is turned off, so that a crash prints nothing on the screen.
    let program = "SWIFT_BACKTRACE=enable=no exec intervalctl \(command)"
    try await terminal.enter("echo earlier; stty -a >before; sh -c 'echo $$ >id; \(program)'")
    try await terminal.line(with: text)
    return terminal
  }

  /// Checks the exit status, and that the screen, the cursor and the settings of the terminal are restored.
  func expectRestored(status: Int, in home: ProgramHome) async throws {
    let lines = try await screen("the prompt") { $0.last == "$" }
    #expect(lines.contains("earlier"))
    // The alternate screen is off, and the cursor and line wrapping are on.
    #expect(try await state("#{alternate_on} #{cursor_flag} #{wrap_flag}") == "0 1 1")
    try await enter("echo \"it was $?\"; stty -a >after; echo do\"\"ne")
    #expect(try await line(with: "done").contains("it was \(status)"))
    #expect(try home.folder.read("before") == home.folder.read("after"))
  }
}

extension ScriptedController {
  /// Creates a daemon that reports a status to each watch.
  static func reporting(_ status: Report.Status) -> ScriptedController {
    ScriptedController(.init(status: status, events: [.init(event: .state, status: status)]))
  }
}
