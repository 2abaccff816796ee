import ControlInterface
import TestSupport
import TestTraits
import Testing
import WorkoutReports

@testable import intervalctl

/// Tests of `watch` and `new` under the job control of a shell, on a terminal that tmux(1) emulates.
@Suite(.hangLimit, .serialized) struct JobControlTests {
  @Test func `Ctrl-Z restores the terminal, and fg draws the view again`() async throws {
    try await ProgramHome.with(daemon: ScriptedController.reporting(Samples.paused(by: .user))) { home in
      let terminal = try await ProgramTerminal.running(in: home, until: "space resume")
      // The words `q leave` are drawn last, so the view is complete.
      let before = try await terminal.line(with: "q leave")
      #expect(before.contains { $0.contains("Paused: run 30 s") })
      try await terminal.press("C-z")
      try await terminal.screen("the prompt") { $0.last?.hasPrefix("$") == true }
      #expect(try await terminal.state("#{alternate_on} #{cursor_flag} #{wrap_flag}") == "0 1 1")
      try await terminal.enter("stty -a >meanwhile; echo sto\"\"pped")
      try await terminal.line(with: "stopped")
      #expect(try home.folder.read("before") == home.folder.read("meanwhile"))
      try await terminal.enter("fg")
      // The view shows the time of day of the end, which changes with each minute.
      try await terminal.screen("the view") { Self.withoutTimeOfDay($0) == Self.withoutTimeOfDay(before) }
      try await terminal.press("q")
      try await terminal.expectRestored(status: 0, in: home)
    }
  }

  private static func withoutTimeOfDay(_ lines: [String]) -> [String] {
    lines.map { $0.replacing(/about \d\d:\d\d/, with: "") }
  }

  /// Each line is typed into the shell while the program is stopped.
  @Test(arguments: ["watch", "new"], ["kill %1", "bg", "kill -HUP %1"])
  func `a program in the background does not change the terminal`(command: String, line: String) async throws {
    try await ProgramHome.with(daemon: ScriptedController.reporting(Samples.paused(by: .user))) { home in
      let terminal = try await Self.jobControlShell(in: home)
      try await terminal.enter("stty -a >before; intervalctl \(command)")
      try await terminal.line(with: command == "new" ? "change the number" : "space resume")
      try await terminal.press("C-z")
      try await terminal.line(with: "Stopped")
      try await terminal.enter(line)
      // The kill commands end the program. After `bg`, the program stops again.
      try await Self.expectNoRunningJob(terminal, home)
      guard line == "bg" else { return }
      try await Self.expectResume(of: command, terminal, home)
    }
  }

  @Test(arguments: ["watch", "new"])
  func `a program that is started in the background waits for the foreground`(command: String) async throws {
    try await ProgramHome.with(daemon: ScriptedController.reporting(Samples.paused(by: .user))) { home in
      let terminal = try await Self.jobControlShell(in: home)
      try await terminal.enter("stty -a >before; intervalctl \(command) &")
      try await Self.expectNoRunningJob(terminal, home)
      try await Self.expectResume(of: command, terminal, home)
    }
  }

  /// Opens a terminal with a shell that has job control.
  private static func jobControlShell(in home: ProgramHome) async throws -> ProgramTerminal {
    let terminal = try await ProgramTerminal(in: home)
    try await terminal.enter("exec bash --norc --noprofile -i")
    try await terminal.enter("PS1='% '; clear")
    try await terminal.screen("the prompt") { $0 == ["%"] }
    return terminal
  }

  /// Waits until no job is running, and checks that the terminal settings are unchanged.
  private static func expectNoRunningJob(_ terminal: ProgramTerminal, _ home: ProgramHome) async throws {
    try await terminal.enter("clear; while jobs -r | grep -q .; do sleep 0.1; done; stty -a >after; echo rea\"\"dy")
    try await terminal.line(with: "ready")
    #expect(try home.folder.read("before") == home.folder.read("after"))
  }

  /// Resumes a stopped program in the foreground, ends it, and checks that the terminal settings are restored.
  private static func expectResume(
    of command: String, _ terminal: ProgramTerminal, _ home: ProgramHome
  ) async throws {
    try await terminal.enter("clear")
    try await terminal.screen("the prompt") { $0.last == "%" }
    try await terminal.enter("fg")
    try await terminal.line(with: command == "new" ? "change the number" : "space resume")
    try await terminal.press("C-c")
    try await terminal.screen("the prompt") { $0.last == "%" }
    try await terminal.enter("stty -a >after; echo an\"\"d")
    try await terminal.line(with: "and")
    #expect(try home.folder.read("before") == home.folder.read("after"))
  }
}
