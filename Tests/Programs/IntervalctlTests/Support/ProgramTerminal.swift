import TestSupport

/// A window of tmux(1) with a shell, in which `intervalctl` is the built program.
struct ProgramTerminal: Sendable {
  private let home: ProgramHome
  private let tmux: String

  /// Opens a terminal, which is closed when the test's processes are killed.
  init(in home: ProgramHome, columns: Int = 80, rows: Int = 24) async throws {
    self.home = home
    // The tmux server stays in the foreground, so it is in the process group that is killed after the test.
    tmux = "tmux -N -u -S \(home.folder.path)/tmux"
    _ = try await home.start("tmux -D -u -f /dev/null -S \(home.folder.path)/tmux")
    let open = "\(tmux) new-session -d -x \(columns) -y \(rows) \"env PS1='$ ' sh\""
    try await withTimeLimit("the terminal") {
      while try await home.shell(open).status != 0 { try Task.checkCancellation() }
    }
    _ = try await screen("the prompt") { $0.first == "$" }
  }

  /// Types a text, in which names of keys have no special meaning.
  func type(_ text: String) async throws {
    try await tmux("send-keys -l -- '\(text.replacing("'", with: "'\\''"))'")
  }

  /// Types a text and Enter.
  func enter(_ text: String) async throws {
    try await type(text)
    try await press("Enter")
  }

  /// Presses keys, which have the names that tmux(1) gives them.
  func press(_ keys: String...) async throws { try await tmux("send-keys \(keys.joined(separator: " "))") }

  /// Pastes a text, as a bracketed paste if the program has enabled bracketed pastes.
  func paste(_ text: String) async throws {
    try home.folder.write(text, to: "clipboard")
    try await tmux("load-buffer \(home.folder.path)/clipboard")
    try await tmux("paste-buffer -p")
  }

  func resize(columns: Int, rows: Int) async throws {
    try await tmux("resize-window -x \(columns) -y \(rows)")
  }

  /// Closes the terminal while a program still runs in it.
  func vanish() async throws { try await tmux("kill-server") }

  /// Waits until the visible lines match a condition.
  ///
  /// Empty lines at the end of the screen are omitted.
  @discardableResult
  func screen(_ description: String, _ isExpected: @escaping @Sendable ([String]) -> Bool) async throws -> [String] {
    let last = Recording<[String]>()
    do {
      return try await withTimeLimit(description) {
        while true {
          let lines = try await lines()
          last.append(lines)
          if isExpected(lines) { return lines }
          try Task.checkCancellation()
        }
      }
    } catch is TimedOut {
      throw ScreenTimeout(description: description, lines: last.elements.last ?? [])
    }
  }

  /// Waits until a line contains a text.
  @discardableResult
  func line(with text: String) async throws -> [String] {
    try await screen("'\(text)'") { $0.contains { $0.contains(text) } }
  }

  /// The column and the row of the cursor, both counted from 0.
  func cursor() async throws -> String? { try await state("#{cursor_x} #{cursor_y}") }

  /// Returns the state of the terminal; `format` contains variables of tmux(1).
  func state(_ format: String) async throws -> String? {
    try await home.shell("\(tmux) display-message -p '\(format)'").output.first
  }

  private func lines() async throws -> [String] {
    var lines = try await home.shell("\(tmux) capture-pane -p").output
    while lines.last == "" { lines.removeLast() }
    return lines
  }

  private func tmux(_ command: String) async throws {
    let run = try await home.shell("\(tmux) \(command)")
    guard run.status == 0 else { throw TerminalError(command: command, messages: run.messages) }
  }
}

/// The error if the expected screen does not appear in time.
private struct ScreenTimeout: Error {
  let description: String
  /// The lines that were visible when the time limit was exceeded.
  let lines: [String]
}

/// The error if tmux rejects a command.
private struct TerminalError: Error {
  let command: String
  let messages: [String]
}
