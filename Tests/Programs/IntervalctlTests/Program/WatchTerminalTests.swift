import ControlInterface
import Dates
import PlanNotation
import TerminalUI
import TestSupport
import TestTraits
import Testing
import WorkoutModel
import WorkoutReports
import WorkoutViews

@testable import intervalctl

/// Tests of the view of `watch` on a terminal that tmux(1) emulates.
@Suite(.hangLimit, .serialized) struct WatchTerminalTests {
  @Test func `keys control the daemon, and q leaves the workout running`() async throws {
    let daemon = ScriptedController.reporting(Samples.running)
    try await ProgramHome.with(daemon: daemon) { home in
      let terminal = try await ProgramTerminal.running(in: home)
      #expect(try await terminal.state("#{alternate_on} #{cursor_flag}") == "1 0")
      try await terminal.press("Space", "n", "Right", "o", "b", "Left", "p", "+", "Up", "-", "Down", "s", "n", "s")
      try await terminal.line(with: "Stop the workout? y/n")
      try await terminal.press("Escape")
      try await terminal.line(with: ProgramTerminal.keyHints)
      try await terminal.press("s", "y")
      let calls = [
        "toggle", "next false", "next false", "next true", "previous", "previous", "toggle", "extend 10000",
        "extend 10000", "extend -10000", "extend -10000", "stop",
      ]
      try await withTimeLimit("the calls of all keys") {
        while await daemon.calls.count < calls.count { try await Task.sleep(for: .milliseconds(10)) }
      }
      #expect(await daemon.calls == calls)
      try await terminal.press("q")
      let end = try await terminal.screen("the prompt") { $0.last == "$" }
      // On this machine's clock, the interval of the sample ended long ago. The closing line therefore shows only the
      // time of the intervals that follow.
      #expect(end.contains { $0.hasPrefix("The workout continues: \"30/30\", run 30 s, 32:27 left in all") })
      try await terminal.expectRestored(status: 0, in: home)
    }
  }

  @Test func `the view adapts to the size of the window`() async throws {
    var status = Samples.paused(by: .user)
    // Without the time left, the screen does not contain a time of day.
    status.remainingMs = nil
    try await ProgramHome.with(daemon: ScriptedController.reporting(status)) { [status] home in
      let terminal = try await ProgramTerminal.running(in: home, until: "space resume")
      var view = WatchView { try? PlanFile($0).workout(over: Settings()) }
      view.receive(.event(.init(event: .state, status: status)), atNs: 0)
      for (columns, rows) in [(40, 10), (120, 40), (20, 5), (200, 60), (80, 24)] {
        try await terminal.resize(columns: columns, rows: rows)
        let setting = WatchScreen.Setting(
          size: TerminalSize(columns: columns, rows: rows), style: Style(depth: .palette, background: .unknown),
          clock: { _ in TimeOfDay(hour: 0, minute: 0) }
        )
        var expected = WatchScreen(view, nowNs: 0, setting).lines.map { $0.withoutSequences.trimmingSpaces }
        while expected.last == "" { expected.removeLast() }
        let lines = expected
        try await terminal.screen("\(columns) columns and \(rows) rows") { $0.map(\.trimmingSpaces) == lines }
      }
      try await terminal.press("q")
      try await terminal.expectRestored(status: 0, in: home)
    }
  }

  @Test func `a refusal by the daemon is shown until the next key is pressed`() async throws {
    let daemon = ScriptedController(
      .init(isIdle: true, events: [.init(event: .state, status: Samples.paused(by: .user))]))
    try await ProgramHome.with(daemon: daemon) { home in
      let terminal = try await ProgramTerminal.running(in: home, until: "space resume")
      try await terminal.press("n")
      try await terminal.screen("the refusal") { $0.last?.hasSuffix("no workout is running") == true }
      try await terminal.press("x")
      try await terminal.line(with: "space resume")
    }
  }

  @Test func `start --watch shows the result until a key is pressed, and then prints a summary`() async throws {
    let events = [
      Report.Event(event: .state, status: Samples.running),
      Report.Event(event: .finished, cue: .finish, text: "Finished", status: Samples.idle, summary: Samples.summary),
    ]
    try await ProgramHome.with(daemon: ScriptedController(.init(events: events))) { home in
      let terminal = try await ProgramTerminal.running(
        "start forever 30s --watch", in: home, until: "any key leave")
      #expect(try await terminal.state("#{alternate_on}") == "1")
      try await terminal.press("x")
      try await terminal.line(with: "Time       11:07 of 43:57, and 1:02 of pauses")
      try await terminal.expectRestored(status: 0, in: home)
    }
  }

  @Test func `start --watch ends with the workout if standard input is not a terminal`() async throws {
    let events = [
      Report.Event(event: .state, status: Samples.running),
      Report.Event(event: .finished, cue: .finish, text: "Finished", status: Samples.idle, summary: Samples.summary),
    ]
    try await ProgramHome.with(daemon: ScriptedController(.init(events: events))) { home in
      let terminal = try await ProgramTerminal.running(
        "start forever 30s --watch </dev/null", in: home, until: "Stopped \"30/30\"")
      try await terminal.expectRestored(status: 0, in: home)
    }
  }

  @Test func `watch waits if no workout is running, and the space bar starts a workout`() async throws {
    let daemon = ScriptedController(.init(isIdle: true, events: [.init(event: .state, status: Samples.idle)]))
    try await ProgramHome.with(daemon: daemon) { home in
      let terminal = try await ProgramTerminal.running(in: home, until: "Waiting for a workout", columns: 40, rows: 10)
      try await terminal.press("Space")
      try await withTimeLimit("the calls of the space bar") {
        while await daemon.calls.count < 2 { try await Task.sleep(for: .milliseconds(10)) }
      }
      #expect(await daemon.calls == ["toggle", "startNamed - false"])
      try await terminal.press("q")
      try await terminal.expectRestored(status: 0, in: home)
    }
  }

  @Test func `the space bar shows an error if no plan can be started`() async throws {
    let daemon = ScriptedController(
      .init(
        refusal: .noSuchPlan(.init(name: "", searched: [])), isIdle: true,
        events: [.init(event: .state, status: Samples.idle)]))
    try await ProgramHome.with(daemon: daemon) { home in
      let terminal = try await ProgramTerminal.running(in: home, until: "Waiting for a workout")
      try await terminal.press("Space")
      try await terminal.screen("the refusal") {
        $0.last?.hasSuffix("no plan given, no default plan set, and no plan started before") == true
      }
    }
  }

  @Test func `the footer shows Ctrl-C if standard input is not a terminal`() async throws {
    try await ProgramHome.with(daemon: ScriptedController.reporting(Samples.running)) { home in
      let terminal = try await ProgramTerminal.running("watch </dev/null", in: home, until: "Ctrl-C leave")
      try await terminal.press("C-c")
      try await terminal.expectRestored(status: 130, in: home)
    }
  }

  @Test func `watch prints lines on a dumb terminal`() async throws {
    let daemon = ScriptedController.reporting(Samples.running)
    try await ProgramHome.with(daemon: daemon) { home in
      let terminal = try await ProgramTerminal(in: home)
      try await terminal.enter("TERM=dumb intervalctl watch")
      try await terminal.line(with: "  11:07  Run 30 s, 0:23 left. Set 3 of 9, round 2 of 4. 32:50 left in all")
      #expect(try await terminal.state("#{alternate_on}") == "0")
    }
  }
}

extension String {
  /// The text without trailing spaces.
  ///
  /// tmux(1) does not distinguish a space from an empty position on the screen.
  fileprivate var trimmingSpaces: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
