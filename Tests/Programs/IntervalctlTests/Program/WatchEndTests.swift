import ControlInterface
import TestSupport
import TestTraits
import Testing
import WorkoutReports

@testable import intervalctl

/// Tests that end `watch` with a signal or with the loss of its terminal.
///
/// The tests check the exit status and the terminal settings.
@Suite(.hangLimit, .serialized) struct WatchEndTests {
  @Test(
    arguments: [
      ("INT", 130), ("TERM", 143), ("HUP", 129), ("SEGV", 139), ("ABRT", 134), ("QUIT", 131), ("USR1", 138),
      ("RTMIN", 162),
    ])
  func `a signal ends watch and restores the terminal`(signal: String, status: Int) async throws {
    try await ProgramHome.with(daemon: ScriptedController.reporting(Samples.running)) { home in
      let terminal = try await ProgramTerminal.running(in: home)
      #expect(try await home.shell("kill -\(signal) $(cat id)").status == 0)
      try await terminal.expectRestored(status: status, in: home)
    }
  }

  @Test func `a terminal that disappears ends watch with the status of a hang-up`() async throws {
    try await ProgramHome.with(daemon: ScriptedController.reporting(Samples.running)) { home in
      let terminal = try await ProgramTerminal(in: home)
      // An interactive shell exits when its terminal disappears. A second shell, which survives the hang-up signal,
      // saves the exit status of watch.
      try await terminal.enter("sh -c 'trap : HUP; intervalctl watch; echo $? >status'")
      try await terminal.line(with: ProgramTerminal.keyHints)
      try await terminal.vanish()
      try await withTimeLimit("the end of watch") {
        while (try? home.folder.read("status")) != "129\n" { try await Task.sleep(for: .milliseconds(10)) }
      }
    }
  }

  @Test func `a signal ends watch even while the terminal accepts no output`() async throws {
    try await ProgramHome.with(daemon: ScriptedController.reporting(Samples.running)) { home in
      let terminal = try await ProgramTerminal.running(in: home)
      let tty = try #require(try await terminal.state("#{pane_tty}"))
      func flow(_ action: String) async throws {
        let program = """
          import os, sys, termios
          termios.tcflow(os.open(sys.argv[1], os.O_RDWR | os.O_NOCTTY), termios.\(action))
          """
        #expect(try await home.shell("python3 -c '\(program)' \(tty)").status == 0)
      }
      try await flow("TCOOFF")
      // At the new size, watch draws the view again. It waits in write(2), because the terminal accepts no output.
      try await terminal.resize(columns: 100, rows: 30)
      #expect(try await home.shell("kill -TERM $(cat id)").status == 0)
      try await withTimeLimit("the end of watch") {
        while try await home.shell("kill -0 $(cat id)").status == 0 { try await Task.sleep(for: .milliseconds(10)) }
      }
      try await flow("TCOON")
      try await terminal.enter("echo \"it was $?\"; stty -a >after; echo do\"\"ne")
      #expect(try await terminal.line(with: "done").contains { $0.hasSuffix("it was 143") })
      // In the output of stty, only the first line differs, because it contains the size of the terminal.
      #expect(try await home.shell("tail -n +2 before >b; tail -n +2 after | cmp - b").status == 0)
    }
  }

  @Test func `Ctrl-C ends watch, and the workout continues`() async throws {
    let daemon = ScriptedController.reporting(Samples.running)
    try await ProgramHome.with(daemon: daemon) { home in
      let terminal = try await ProgramTerminal.running(in: home)
      try await terminal.press("C-c")
      try await terminal.line(with: "The workout continues")
      try await terminal.expectRestored(status: 130, in: home)
      #expect(await daemon.calls == [])
    }
  }

  @Test func `an ignored signal does not end watch`() async throws {
    try await ProgramHome.with(daemon: ScriptedController.reporting(Samples.paused(by: .user))) { home in
      let terminal = try await ProgramTerminal(in: home)
      try await terminal.enter("stty -a >before; sh -c 'trap \"\" USR1; echo $$ >id; exec intervalctl watch'")
      try await terminal.line(with: "space resume")
      #expect(try await home.shell("kill -USR1 $(cat id)").status == 0)
      // The view still responds to keys.
      try await terminal.press("s")
      try await terminal.line(with: "Stop the workout? y/n")
      try await terminal.press("n")
      try await terminal.line(with: "space resume")
      try await terminal.press("q")
      try await terminal.line(with: "The workout continues")
    }
  }

  @Test func `a crash of the planner restores the terminal`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let terminal = try await ProgramTerminal.running("new", in: home, until: "change the number")
      #expect(try await home.shell("kill -SEGV $(cat id)").status == 0)
      try await terminal.expectRestored(status: 139, in: home)
    }
  }
}
