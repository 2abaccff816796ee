import TestSupport

/// A terminal with a shell in it, in which `intervalctl` is the program: a window of tmux(1).
struct ProgramTerminal: Sendable {
  private let home: ProgramHome
  private let tmux: String

  /// Opens a terminal of so many columns and rows, which ends with the home's processes.
  init(in home: ProgramHome, columns: Int = 80, rows: Int = 24) async throws {
    self.home = home
    // The server stays in the foreground, and so in the group of processes that ends with the test.
    tmux = "tmux -N -u -S \(home.folder.path)/tmux"
    _ = try await home.start("tmux -D -u -f /dev/null -S \(home.folder.path)/tmux")
    let open = "\(tmux) new-session -d -x \(columns) -y \(rows) \"env PS1='$ ' sh\""
    try await withTimeLimit("the terminal") {
      while try await home.shell(open).status != 0 { try Task.checkCancellation() }
    }
    _ = try await screen("the prompt") { $0.first == "$" }
  }

  /// Types a text as it stands.
  func type(_ text: String) async throws {
    try await tmux("send-keys -l -- '\(text.replacing("'", with: "'\\''"))'")
  }

  /// Types a text and Enter.
  func enter(_ text: String) async throws {
    try await type(text)
    try await press("Enter")
  }

  /// Presses keys, by their names in tmux(1).
  func press(_ keys: String...) async throws { try await tmux("send-keys \(keys.joined(separator: " "))") }

  /// Pastes a text, marked as programs may ask for.
  func paste(_ text: String) async throws {
    try home.folder.write(text, to: "clipboard")
    try await tmux("load-buffer \(home.folder.path)/clipboard")
    try await tmux("paste-buffer -p")
  }

  func resize(columns: Int, rows: Int) async throws {
    try await tmux("resize-window -x \(columns) -y \(rows)")
  }

  /// Takes the terminal away from whoever is on it.
  func vanish() async throws { try await tmux("kill-server") }

  /// Waits until the lines that are seen, without empty ones at the end, are what is waited for.
  @discardableResult
  func screen(_ what: String, _ isThere: @escaping @Sendable ([String]) -> Bool) async throws -> [String] {
    let last = Recording<[String]>()
    do {
      return try await withTimeLimit(what) {
        while true {
          let lines = try await lines()
          last.append(lines)
          if isThere(lines) { return lines }
          try Task.checkCancellation()
        }
      }
    } catch is TimedOut {
      throw NotSeen(what: what, lines: last.elements.last ?? [])
    }
  }

  /// Waits until some line has a text in it.
  @discardableResult
  func line(with text: String) async throws -> [String] {
    try await screen("'\(text)'") { $0.contains { $0.contains(text) } }
  }

  /// The column and row of the cursor, from 0.
  func cursor() async throws -> String? { try await state("#{cursor_x} #{cursor_y}") }

  /// What tmux(1) knows of the terminal, in a format of its own.
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

/// What did not come in time, and what was there instead.
private struct NotSeen: Error {
  let what: String
  let lines: [String]
}

/// A command that tmux would not do.
private struct TerminalError: Error {
  let command: String
  let messages: [String]
}
