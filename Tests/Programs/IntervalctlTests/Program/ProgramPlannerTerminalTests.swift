import ControlInterface
import TestSupport
import TestTraits
import Testing

@testable import intervalctl

/// Tests of the planner of `new --program` on a terminal that tmux(1) emulates.
@Suite(.hangLimit, .serialized) struct ProgramPlannerTerminalTests {
  private static let file = "config/intervald/plans/couch.program"

  private static func planner(_ arguments: String = "", in home: ProgramHome) async throws -> ProgramTerminal {
    let terminal = try await ProgramTerminal(in: home)
    try await terminal.enter("intervalctl new --program \(arguments)")
    try await terminal.screen("the planner") { $0.contains { $0.contains("program") && $0.contains("· week") } }
    return terminal
  }

  @Test func `a program can be typed, saved and started`() async throws {
    let daemon = ScriptedController()
    try await ProgramHome.with(daemon: daemon) { home in
      let terminal = try await Self.planner("couch", in: home)
      try await terminal.enter("3x session: 5m warmup, 8x(1m run, 90s walk")
      try await terminal.line(with: "New program couch · week 1, day 4")
      try await terminal.line(with: "  w1d1–3  25:00  5m warmup, 8x(1m run, 90s walk)")
      try await terminal.press("Enter")
      try await terminal.line(with: "New program couch · week 2, day 1")
      try await terminal.enter("30m run")
      try await terminal.press("BSpace")
      try await terminal.line(with: "› 30m run")
      try await terminal.enter(", 1m walk")
      try await terminal.line(with: "  w2d1    31:00  30m run, 1m walk")
      try await terminal.press("Enter", "Enter")
      try await terminal.line(with: "Save as: couch")
      try await terminal.press("Enter")
      try await terminal.line(with: "Start week 1, day 1 now? y/N")
      try await terminal.enter("y")
      let end = try await terminal.line(with: "Started ")
      #expect(end.contains("2 weeks   4 sessions   1:46:00"))
      let text = "week 1\n3x session: 5m warmup, 8x(1m run, 90s walk)\n\nweek 2\nsession: 30m run, 1m walk\n"
      #expect(try home.folder.read(Self.file) == text)
      #expect(await daemon.calls == ["startNamed couch false"])
    }
  }

  @Test func `an existing program is continued, and a pasted program file becomes several weeks`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write("name \"C\"\n\nweek 1\nsession: 1m\n", to: Self.file)
      try home.folder.write(
        #"{"at":"2026-11-01T00:00:00Z","change":"move","program":"couch","session":"w2d1"}"# + "\n",
        to: ".local/state/intervald/history.jsonl")
      let terminal = try await Self.planner("couch", in: home)
      try await terminal.line(with: "Change program couch · week 1, day 2")
      try await terminal.paste("week 2\nsession: 2m\nweek 3 \"走る\"\nsession: 3m\n  4m\n")
      try await terminal.line(with: "  w3d1  7:00  3m, 4m")
      try await terminal.press("C-d")
      try await terminal.line(with: "Save as: couch")
      try await terminal.press("Enter")
      try await terminal.line(with: "couch exists: overwrite it? y/N")
      try await terminal.enter("y")
      try await terminal.line(with: "Start week 2, day 1 now? y/N")
      try await terminal.enter("n")
      try await terminal.line(with: "Saved as couch: ")
      let text = "name \"C\"\n\nweek 1\nsession: 1m\n\nweek 2\nsession: 2m\n\nweek 3 \"走る\"\nsession: 3m, 4m\n"
      #expect(try home.folder.read(Self.file) == text)
    }
  }

  @Test func `after Ctrl-C, all written lines remain on the screen, and nothing is saved`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let terminal = try await Self.planner(in: home)
      try await terminal.enter("1m run")
      try await terminal.press("Enter")
      try await terminal.enter("2m run")
      try await terminal.type("30s ru")
      try await terminal.line(with: "› 30s ru")
      try await terminal.press("C-c")
      let lines = try await terminal.screen("the prompt") { $0.last == "$" }
      #expect(
        lines.dropLast().filter { !$0.isEmpty }.suffix(5)
          == ["week 1", "session: 1m run", "week 2", "session: 2m run", "# 30s ru"])
      #expect(try await home.shell("ls config/intervald/plans").output == ["5k.plan", "long-run.plan"])
    }
  }

  @Test func `a plan and a program cannot have the same name`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let terminal = try await ProgramTerminal(in: home)
      try await terminal.enter("intervalctl new --program long-run")
      try await terminal.line(with: "error: a plan named 'long-run' already exists")
      try await terminal.enter("clear; intervalctl new --program")
      try await terminal.line(with: "New program · week 1, day 1")
      try await terminal.enter("1m run")
      try await terminal.press("C-d")
      try await terminal.enter("long-run")
      let lines = try await terminal.line(with: "a plan named 'long-run' already exists")
      #expect(lines.last == "choose another name")
      try await terminal.press("C-c")
    }
  }

  @Test func `on a dumb terminal the program is read up to Ctrl-D`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let terminal = try await ProgramTerminal(in: home)
      try await terminal.enter("TERM=dumb intervalctl new --program couch")
      try await terminal.line(with: "Write the program, and end it with Ctrl-D on a line of its own.")
      try await terminal.enter("week 1")
      try await terminal.enter("session: 30s run")
      try await terminal.press("C-d")
      try await terminal.line(with: "Saved as couch: ")
      #expect(try home.folder.read(Self.file) == "week 1\nsession: 30s run\n")
    }
  }
}
