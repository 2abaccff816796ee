import TestSupport
import Testing
import UserFiles

/// `render` on a terminal.
@Suite(.timeLimit(.minutes(2))) struct RenderTerminalTests {
  @Test func `a bar says how far it is, and Ctrl-C takes it and the file away`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let terminal = try await ProgramTerminal(in: home)
      try await terminal.enter("cd \(home.folder.path); clear")
      try await terminal.enter("intervalctl render 'forever 30s' --for 99h -o a.ogg")
      _ = try await terminal.screen("the bar") { lines in
        lines.contains { $0.hasSuffix(" of 99:00:00") && $0.contains("% ") }
      }
      try await terminal.press("C-c")
      let end = try await terminal.screen("the end") { $0.count > 1 && $0.last == "$" }
      #expect(!end.contains { $0.contains("99:00:00") })
      #expect(!Folder.names(in: home.folder.path).contains { $0.hasPrefix("a.") })
    }
  }
}
