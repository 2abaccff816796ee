import ControlInterface
import Dates
import Glibc
import PlanNotation
import TerminalUI
import TestSupport
import Testing
import WorkoutModel
import WorkoutReports
import WorkoutViews

@testable import intervalctl

/// The watch on a real terminal, which tmux(1) makes.
@Suite(.timeLimit(.minutes(3)), .serialized) struct WatchTerminalTests {
  private static let keys = "space pause"
  /// The runtime is not to tell of a crash on the screen that is looked at.
  private static let plainly = "SWIFT_BACKTRACE=enable=no"

  private static func daemon(_ status: Report.Status) -> ScriptedController {
    ScriptedController(.init(status: status, events: [.init(event: .state, status: status)]))
  }

  /// A terminal in which the view is seen, and the id of its process is in `id`.
  private static func watching(
    _ command: String = "watch", in home: ProgramHome, seen: String = keys, columns: Int = 80, rows: Int = 24
  ) async throws -> ProgramTerminal {
    let terminal = try await ProgramTerminal(in: home, columns: columns, rows: rows)
    try await terminal.enter(
      "echo earlier; stty -a >before; sh -c 'echo $$ >id; \(Self.plainly) exec intervalctl \(command)'")
    try await terminal.line(with: seen)
    return terminal
  }

  /// Checks that the terminal is as it was, and the exit status.
  private static func expectEnd(_ status: Int, of terminal: ProgramTerminal, _ home: ProgramHome) async throws {
    let lines = try await terminal.screen("the prompt") { $0.last == "$" }
    #expect(lines.contains("earlier"))
    // The alternate screen, the cursor, and wrapping.
    #expect(try await terminal.state("#{alternate_on} #{cursor_flag} #{wrap_flag}") == "0 1 1")
    try await terminal.enter("echo \"it was $?\"; stty -a >after; echo do\"\"ne")
    #expect(try await terminal.line(with: "done").contains("it was \(status)"))
    #expect(try home.folder.read("before") == home.folder.read("after"))
  }

  @Test func `keys reach the daemon, and q leaves the workout to itself`() async throws {
    let daemon = Self.daemon(Samples.running)
    try await ProgramHome.with(daemon: daemon) { home in
      let terminal = try await Self.watching(in: home)
      #expect(try await terminal.state("#{alternate_on} #{cursor_flag}") == "1 0")
      try await terminal.press("Space", "n", "Right", "o", "b", "Left", "p", "+", "Up", "-", "Down", "s", "n", "s")
      try await terminal.line(with: "Stop the workout? y/n")
      try await terminal.press("Escape")
      try await terminal.line(with: Self.keys)
      try await terminal.press("s", "y")
      let calls = [
        "toggle", "next false", "next false", "next true", "previous", "previous", "toggle", "extend 10000",
        "extend 10000", "extend -10000", "extend -10000", "stop",
      ]
      try await withTimeLimit("the calls") {
        while await daemon.calls.count < calls.count { try await Task.sleep(for: .milliseconds(10)) }
      }
      #expect(await daemon.calls == calls)
      try await terminal.press("q")
      let end = try await terminal.screen("the prompt") { $0.last == "$" }
      // As of the interval's end, which was long ago on this machine's clock.
      #expect(end.contains { $0.hasPrefix("The workout continues: \"30/30\", run 30 s, 32:27 left in all.") })
      try await Self.expectEnd(0, of: terminal, home)
    }
  }

  @Test(
    arguments: [
      ("INT", 130), ("TERM", 143), ("HUP", 129), ("SEGV", 139), ("ABRT", 134), ("QUIT", 131), ("USR1", 138),
      ("RTMIN", 162),
    ])
  func `a signal ends it, and the terminal is as it was`(signal: String, status: Int) async throws {
    try await ProgramHome.with(daemon: Self.daemon(Samples.running)) { home in
      let terminal = try await Self.watching(in: home)
      #expect(try await home.shell("kill -\(signal) $(cat id)").status == 0)
      try await Self.expectEnd(status, of: terminal, home)
    }
  }

  @Test func `a terminal that goes away ends it as a hang-up does`() async throws {
    try await ProgramHome.with(daemon: Self.daemon(Samples.running)) { home in
      let terminal = try await ProgramTerminal(in: home)
      // One that is talked to gives up when it cannot take its terminal back.
      try await terminal.enter("sh -c 'trap : HUP; intervalctl watch; echo $? >status'")
      try await terminal.line(with: Self.keys)
      try await terminal.vanish()
      try await withTimeLimit("its end") {
        while (try? home.folder.read("status")) != "129\n" { try await Task.sleep(for: .milliseconds(10)) }
      }
    }
  }

  @Test func `a signal ends it on a terminal that takes nothing`() async throws {
    try await ProgramHome.with(daemon: Self.daemon(Samples.running)) { home in
      let terminal = try await Self.watching(in: home)
      let tty = try #require(try await terminal.state("#{pane_tty}"))
      func flow(_ action: String) async throws {
        let program = """
          import os, sys, termios
          termios.tcflow(os.open(sys.argv[1], os.O_RDWR | os.O_NOCTTY), termios.\(action))
          """
        #expect(try await home.shell("python3 -c '\(program)' \(tty)").status == 0)
      }
      try await flow("TCOOFF")
      // It has to draw now, and does not come back from that.
      try await terminal.resize(columns: 100, rows: 30)
      #expect(try await home.shell("kill -TERM $(cat id)").status == 0)
      try await withTimeLimit("its end") {
        while try await home.shell("kill -0 $(cat id)").status == 0 { try await Task.sleep(for: .milliseconds(10)) }
      }
      try await flow("TCOON")
      try await terminal.enter("echo \"it was $?\"; stty -a >after; echo do\"\"ne")
      #expect(try await terminal.line(with: "done").contains { $0.hasSuffix("it was 143") })
      // All but the size, which stands on the first line.
      #expect(try await home.shell("tail -n +2 before >b; tail -n +2 after | cmp - b").status == 0)
    }
  }

  @Test func `Ctrl-C ends it, and the workout goes on`() async throws {
    let daemon = Self.daemon(Samples.running)
    try await ProgramHome.with(daemon: daemon) { home in
      let terminal = try await Self.watching(in: home)
      try await terminal.press("C-c")
      try await terminal.line(with: "The workout continues")
      try await Self.expectEnd(130, of: terminal, home)
      #expect(await daemon.calls == [])
    }
  }

  @Test func `Ctrl-Z gives the terminal back, and fg takes it again`() async throws {
    try await ProgramHome.with(daemon: Self.daemon(Samples.paused(by: .user))) { home in
      let terminal = try await Self.watching(in: home, seen: "space resume")
      // The last words that are drawn, so that all the others are there.
      let before = try await terminal.line(with: "q leave")
      #expect(before.contains { $0.contains("Paused: run 30 s") })
      try await terminal.press("C-z")
      try await terminal.screen("the prompt") { $0.last?.hasPrefix("$") == true }
      #expect(try await terminal.state("#{alternate_on} #{cursor_flag} #{wrap_flag}") == "0 1 1")
      try await terminal.enter("stty -a >meanwhile; echo sto\"\"pped")
      try await terminal.line(with: "stopped")
      #expect(try home.folder.read("before") == home.folder.read("meanwhile"))
      try await terminal.enter("fg")
      try await terminal.screen("the view") { $0 == before }
      try await terminal.press("q")
      try await Self.expectEnd(0, of: terminal, home)
    }
  }

  /// What is typed at the shell while the view, or the planner, is stopped.
  @Test(arguments: ["watch", "new"], ["kill %1", "bg", "kill -HUP %1"])
  func `in the background it leaves the terminal alone`(command: String, line: String) async throws {
    try await ProgramHome.with(daemon: Self.daemon(Samples.paused(by: .user))) { home in
      let terminal = try await Self.bash(in: home)
      try await terminal.enter("stty -a >before; intervalctl \(command)")
      try await terminal.line(with: command == "new" ? "dial" : "space resume")
      try await terminal.press("C-z")
      try await terminal.line(with: "Stopped")
      try await terminal.enter(line)
      // Either ends it, or it stops again.
      try await Self.expectStandstill(terminal, home)
      guard line == "bg" else { return }
      try await Self.expectForeground(of: command, terminal, home)
    }
  }

  @Test(arguments: ["watch", "new"])
  func `what is started in the background waits for the foreground`(command: String) async throws {
    try await ProgramHome.with(daemon: Self.daemon(Samples.paused(by: .user))) { home in
      let terminal = try await Self.bash(in: home)
      try await terminal.enter("stty -a >before; intervalctl \(command) &")
      try await Self.expectStandstill(terminal, home)
      try await Self.expectForeground(of: command, terminal, home)
    }
  }

  /// A terminal with a shell that has jobs.
  private static func bash(in home: ProgramHome) async throws -> ProgramTerminal {
    let terminal = try await ProgramTerminal(in: home)
    try await terminal.enter("exec bash --norc --noprofile -i")
    try await terminal.enter("PS1='% '; clear")
    try await terminal.screen("the prompt") { $0 == ["%"] }
    return terminal
  }

  /// Waits until no job runs any more, and checks that the terminal is as it was.
  private static func expectStandstill(_ terminal: ProgramTerminal, _ home: ProgramHome) async throws {
    try await terminal.enter("clear; while jobs -r | grep -q .; do sleep 0.1; done; stty -a >after; echo rea\"\"dy")
    try await terminal.line(with: "ready")
    #expect(try home.folder.read("before") == home.folder.read("after"))
  }

  /// Brings what has stopped to the foreground, ends it there, and checks that the terminal is as it was.
  private static func expectForeground(
    of command: String, _ terminal: ProgramTerminal, _ home: ProgramHome
  ) async throws {
    try await terminal.enter("clear")
    try await terminal.screen("the prompt") { $0.last == "%" }
    try await terminal.enter("fg")
    try await terminal.line(with: command == "new" ? "dial" : "space resume")
    try await terminal.press("C-c")
    try await terminal.screen("the prompt") { $0.last == "%" }
    try await terminal.enter("stty -a >after; echo an\"\"d")
    try await terminal.line(with: "and")
    #expect(try home.folder.read("before") == home.folder.read("after"))
  }

  @Test func `a signal that is ignored changes nothing`() async throws {
    try await ProgramHome.with(daemon: Self.daemon(Samples.paused(by: .user))) { home in
      let terminal = try await ProgramTerminal(in: home)
      try await terminal.enter("stty -a >before; sh -c 'trap \"\" USR1; echo $$ >id; exec intervalctl watch'")
      try await terminal.line(with: "space resume")
      #expect(try await home.shell("kill -USR1 $(cat id)").status == 0)
      // It is still there, and takes keys.
      try await terminal.press("s")
      try await terminal.line(with: "Stop the workout? y/n")
      try await terminal.press("n")
      try await terminal.line(with: "space resume")
      try await terminal.press("q")
      try await terminal.line(with: "The workout continues")
    }
  }

  @Test func `it follows the window, to forty columns and ten rows and beyond`() async throws {
    let status = Samples.paused(by: .user)
    try await ProgramHome.with(daemon: Self.daemon(status)) { home in
      let terminal = try await Self.watching(in: home, seen: "space resume")
      var view = WatchView { try? PlanFile($0).workout(over: Settings()) }
      view.receive(.event(.init(event: .state, status: status)), atNs: 0)
      for (columns, rows) in [(40, 10), (120, 40), (20, 5), (200, 60), (80, 24)] {
        try await terminal.resize(columns: columns, rows: rows)
        let setting = WatchScreen.Setting(
          size: TerminalSize(columns: columns, rows: rows), style: .plain, clock: { _ in TimeOfDay(hour: 0, minute: 0) }
        )
        var expected = WatchScreen(view, nowNs: 0, setting).lines.map { $0.trimmingSpaces }
        while expected.last == "" { expected.removeLast() }
        let lines = expected
        try await terminal.screen("\(columns) columns and \(rows) rows") { $0.map(\.trimmingSpaces) == lines }
      }
      try await terminal.press("q")
      try await Self.expectEnd(0, of: terminal, home)
    }
  }

  @Test func `what the daemon refuses is said`() async throws {
    let daemon = ScriptedController(
      .init(isIdle: true, events: [.init(event: .state, status: Samples.paused(by: .user))]))
    try await ProgramHome.with(daemon: daemon) { home in
      let terminal = try await Self.watching(in: home, seen: "space resume")
      try await terminal.press("n")
      try await terminal.screen("the refusal") { $0.last?.hasSuffix("no workout is running") == true }
      try await terminal.press("x")
      try await terminal.line(with: "space resume")
    }
  }

  @Test func `a workout that is started with it ends it, and what it came to stays`() async throws {
    let events = [
      Report.Event(event: .state, status: Samples.running),
      Report.Event(event: .finished, cue: .finish, text: "Finished", status: Samples.idle, summary: Samples.summary),
    ]
    try await ProgramHome.with(daemon: ScriptedController(.init(events: events))) { home in
      let terminal = try await Self.watching("start forever 30s --watch", in: home, seen: "Stopped \"30/30\"")
      try await Self.expectEnd(0, of: terminal, home)
    }
  }

  @Test func `when idle it waits, and the space bar starts the last one`() async throws {
    let daemon = ScriptedController(.init(isIdle: true, events: [.init(event: .state, status: Samples.idle)]))
    try await ProgramHome.with(daemon: daemon) { home in
      let terminal = try await Self.watching(in: home, seen: "Waiting for a workout", columns: 40, rows: 10)
      try await terminal.press("Space")
      try await withTimeLimit("the start") {
        while await daemon.calls.count < 2 { try await Task.sleep(for: .milliseconds(10)) }
      }
      #expect(await daemon.calls == ["toggle", "startNamed - false"])
      try await terminal.press("q")
      try await Self.expectEnd(0, of: terminal, home)
    }
  }

  @Test func `the space bar says where there is nothing to start`() async throws {
    let daemon = ScriptedController(
      .init(
        refusal: .noSuchPlan(.init(name: "", searched: [])), isIdle: true,
        events: [.init(event: .state, status: Samples.idle)]))
    try await ProgramHome.with(daemon: daemon) { home in
      let terminal = try await Self.watching(in: home, seen: "Waiting for a workout")
      try await terminal.press("Space")
      try await terminal.screen("the refusal") {
        $0.last?.hasSuffix("no plan given, no default plan set, and no plan started before") == true
      }
    }
  }

  @Test func `where nothing is typed the foot says what leaves`() async throws {
    try await ProgramHome.with(daemon: Self.daemon(Samples.running)) { home in
      let terminal = try await Self.watching("watch </dev/null", in: home, seen: "Ctrl-C leave")
      try await terminal.press("C-c")
      try await Self.expectEnd(130, of: terminal, home)
    }
  }

  @Test func `the planner's terminal is rescued as well`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let terminal = try await Self.watching("new", in: home, seen: "dial")
      #expect(try await home.shell("kill -SEGV $(cat id)").status == 0)
      try await Self.expectEnd(139, of: terminal, home)
    }
  }

  @Test func `a dumb terminal has lines`() async throws {
    let daemon = Self.daemon(Samples.running)
    try await ProgramHome.with(daemon: daemon) { home in
      let terminal = try await ProgramTerminal(in: home)
      try await terminal.enter("TERM=dumb intervalctl watch")
      try await terminal.line(with: "  11:07  Run 30 s, 0:23 left. Round 3 of 9, 2 of 4. 32:50 left in all")
      #expect(try await terminal.state("#{alternate_on}") == "0")
    }
  }
}

extension String {
  /// The text without the spaces at its end, which a terminal does not tell from none.
  fileprivate var trimmingSpaces: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
