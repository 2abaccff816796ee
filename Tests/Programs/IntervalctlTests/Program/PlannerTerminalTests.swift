import ControlInterface
import PlanNotation
import TerminalUI
import TestSupport
import TestTraits
import Testing
import WorkoutModel

@testable import WorkoutViews
@testable import intervalctl

/// Tests of the planner of `new` on a terminal that tmux(1) emulates.
@Suite(.hangLimit, .serialized) struct PlannerTerminalTests {
  private static let keyHints = "Enter save or start   ↑↓ change the number   Tab complete   Ctrl-C leave"

  /// Opens a terminal and starts the planner in it.
  private static func planner(
    _ arguments: String = "", in home: ProgramHome, columns: Int = 80, rows: Int = 24
  ) async throws -> ProgramTerminal {
    let terminal = try await ProgramTerminal(in: home, columns: columns, rows: rows)
    try await terminal.enter("stty -a >before; intervalctl new \(arguments)")
    try await terminal.line(with: "change the number")
    return terminal
  }

  /// Checks the exit status, and that the terminal settings are restored.
  private static func expectEnd(_ status: Int, of terminal: ProgramTerminal, _ home: ProgramHome) async throws {
    try await terminal.screen("the prompt") { $0.last == "$" }
    try await terminal.enter("echo \"it was $?\"; stty -a >after; echo do\"\"ne")
    let lines = try await terminal.line(with: "done")
    #expect(lines.contains("it was \(status)"))
    #expect(try home.folder.read("before") == home.folder.read("after"))
  }

  @Test func `a plan can be typed, changed with the dial, saved and started`() async throws {
    let daemon = ScriptedController()
    try await ProgramHome.with(daemon: daemon) { home in
      let terminal = try await Self.planner(in: home)
      try await terminal.line(with: "All of it: intervalctl notation")
      try await terminal.type("until 5km (30s run @11:30/mi, 40s walk @16:29/mi)")
      try await terminal.line(with: "43:11   5.00 km   13:54/mi   ends about ")
      try await terminal.press("Left", "Left", "Left", "Left", "Up")
      let dialled = try await terminal.line(with: "43:12   5.00 km   13:54/mi   ends about ")
      #expect(dialled.contains("› until 5km (30s run @11:30/mi, 40s walk @16:30/mi)"))
      #expect(dialled.contains("  first 12:50 of 43:12"))
      try await terminal.press("Home")
      try await terminal.type("30s rum, ")
      try await terminal.line(with: "  found 'rum', expected a kind such as run, '@', ',' or the end of the line")
      #expect(try await terminal.cursor() == "11 2")
      try await terminal.press("Enter")
      try await terminal.screen("the mark at the mistake") { $0.contains("      ^") }
      try await terminal.press("C-u", "C-e")
      try await terminal.type("x")
      try await terminal.press("BSpace", "Home", "C-k")
      try await terminal.type("4x(30s run, 30s walk)")
      try await terminal.line(with: "4:00   ends about ")
      try await terminal.press("Enter")
      try await terminal.line(with: "Save as:")
      try await terminal.enter("short")
      try await terminal.line(with: "Start it now? y/N")
      try await terminal.type("y")
      try await terminal.line(with: "Start it now? y/N y")
      try await terminal.press("Enter")
      let end = try await terminal.line(with: "Started \"30/30\"")
      #expect(end.contains("4x(30s run, 30s walk)"))
      #expect(end.contains { $0.hasPrefix("4:00   ends about ") })
      #expect(end.joined().contains("Saved as short: \(home.folder.path)/config/intervald/plans/short.plan"))
      #expect(!end.contains { $0.contains("New plan") || $0.contains("change the number") })
      #expect(try home.folder.read("config/intervald/plans/short.plan") == "4x(30s run, 30s walk)\n")
      #expect(await daemon.calls == ["startNamed short false"])
      try await Self.expectEnd(0, of: terminal, home)
    }
  }

  @Test func `Ctrl-C keeps the typed line on the screen, restores the terminal and saves nothing`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let terminal = try await Self.planner("mine", in: home)
      try await terminal.type("4x(30s run)")
      try await terminal.line(with: "2:00   ends about ")
      try await terminal.press("C-c")
      let lines = try await terminal.screen("the prompt") { $0.last == "$" }
      #expect(lines.contains("4x(30s run)"))
      #expect(!lines.contains { $0.contains("New plan") || $0.contains("change the number") })
      try await Self.expectEnd(130, of: terminal, home)
      #expect(try await home.run(["plans"]).output.count == 3)
    }
  }

  @Test(arguments: [("TERM", 143), ("HUP", 129)])
  func `a signal ends the planner and restores the terminal`(signal: String, status: Int) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let terminal = try await ProgramTerminal(in: home)
      try await terminal.enter("stty -a >before; sh -c 'echo $$ >id; exec intervalctl new'")
      try await terminal.line(with: Self.keyHints)
      try await terminal.type("30s")
      try await terminal.line(with: "0:30")
      #expect(try await home.shell("kill -\(signal) $(cat id)").status == 0)
      try await terminal.line(with: "30s")
      try await Self.expectEnd(status, of: terminal, home)
    }
  }

  @Test func `Ctrl-D ends the planner only on an empty line`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let terminal = try await Self.planner(in: home)
      try await terminal.type("30s")
      try await terminal.press("C-d", "C-u", "C-d")
      try await Self.expectEnd(0, of: terminal, home)
    }
  }

  @Test func `the planner fits 40 columns and 10 rows, and is drawn again when the window is resized`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let terminal = try await Self.planner(in: home, columns: 40, rows: 10)
      try await terminal.type("until 5km (30s run @11:30/mi, 40s walk @16:30/mi)")
      let narrow = try await terminal.line(with: "first 5:50 of 43:12")
      #expect(narrow.last == "Enter save/start  ↑↓ change the number")
      #expect(narrow.contains("› …s run @11:30/mi, 40s walk @16:30/mi)"))
      let workout = try PlanFile("until 5km (30s run @11:30/mi, 40s walk @16:30/mi)").workout(over: Settings())
      for (columns, rows) in [(100, 30), (60, 20), (41, 12), (120, 40)] {
        try await terminal.resize(columns: columns, rows: rows)
        let pattern = Pattern(workout, width: columns - 2).lines(rows: 2, .coloured).map { "  \($0.withoutSequences)" }
        try await terminal.screen("a profile of \(columns) columns") { lines in
          lines.contains(pattern) && lines.count { $0.hasPrefix("New plan") } == 1
            && lines.count { $0.contains("change the number") } == 1
        }
      }
      try await terminal.press("C-c")
      try await terminal.line(with: "until 5km (30s run @11:30/mi, 40s walk @16:30/mi)")
    }
  }

  @Test func `Ctrl-Z restores the terminal, and fg draws the planner again`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let terminal = try await Self.planner(in: home, rows: 40)
      try await terminal.type("30s ru")
      try await terminal.line(with: "found 'ru'")
      try await terminal.press("C-z")
      try await terminal.screen("the prompt") { $0.last?.hasPrefix("$") == true }
      try await terminal.enter("stty -a >meanwhile; echo sto\"\"pped")
      try await terminal.line(with: "stopped")
      #expect(try home.folder.read("before") == home.folder.read("meanwhile"))
      try await terminal.enter("fg")
      try await terminal.screen("the planner") { $0.last == Self.keyHints }
      try await terminal.type("n, 1m")
      let lines = try await terminal.line(with: "1:30   ends about ")
      // One heading was drawn before Ctrl-Z, and the other heading after fg.
      #expect(lines.count { $0 == "New plan" } == 2)
      try await terminal.press("C-c")
      try await Self.expectEnd(130, of: terminal, home)
    }
  }

  @Test func `a pasted file becomes one line, and the cursor is correct after wide letters`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let terminal = try await Self.planner(in: home)
      try await terminal.paste("# mine\n5m warmup \"走る\"\n2x(\n  1m run # fast\n  1m walk\n)\n")
      try await terminal.line(with: "› 5m warmup \"走る\", 2x(1m run, 1m walk)")
      try await terminal.line(with: "9:00   ends about ")
      #expect(try await terminal.cursor() == "39 2")
      try await terminal.press("C-c")
      try await Self.expectEnd(130, of: terminal, home)
    }
  }

  @Test func `the planner asks before it overwrites a plan, and Esc returns to the previous question`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write("2x(30s run)", to: "config/intervald/plans/hills.plan")
      let terminal = try await Self.planner("hills", in: home)
      let loaded = try await terminal.line(with: "› 2x(30s run)")
      #expect(loaded.contains("Change plan hills"))
      try await terminal.press("Home", "Up", "Enter")
      try await terminal.line(with: "Save as: hills")
      try await terminal.press("Enter")
      try await terminal.line(with: "hills exists: overwrite it? y/N")
      try await terminal.press("Escape")
      try await terminal.line(with: "Save as: hills")
      try await terminal.press("Enter")
      try await terminal.line(with: "hills exists: overwrite it? y/N")
      try await terminal.enter("y")
      try await terminal.line(with: "Start it now? y/N")
      try await terminal.enter("n")
      try await terminal.screen("the prompt") { $0.last == "$" }
      #expect(try home.folder.read("config/intervald/plans/hills.plan") == "3x(30s run)\n")
    }
  }

  @Test func `the heading shows that a plan will be overwritten or hidden`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      // The existing plan has a mistake, so the planner does not load the plan for editing.
      try home.folder.write("30s rum\n", to: "config/intervald/plans/broken.plan")
      let terminal = try await Self.planner("broken", in: home)
      try await terminal.line(with: "New plan broken  overwrites the existing one")
      try await terminal.press("C-d")
      try await terminal.screen("the prompt") { $0.last == "$" }
      try home.folder.write("20s work\n", to: "data/intervald/plans/tabata.plan")
      try await terminal.enter("export XDG_DATA_HOME=$PWD/data; intervalctl new tabata")
      let lines = try await terminal.line(with: "Change plan tabata  hides the installed one")
      #expect(lines.contains("› 20s work"))
      try await terminal.press("Enter", "Enter", "n", "Enter")
      try await terminal.line(with: "note: this hides ")
    }
  }

  @Test func `the planner begins with the steps of an existing plan, and saves the settings of the plan`() async throws
  {
    try await ProgramHome.with(daemon: nil) { home in
      let text = "name \"Long run\"\npace run 6:00/km\n\n5m warmup\n2x(\n  1km run\n  1m rest\n)\n"
      try home.folder.write(text, to: "config/intervald/plans/long.plan")
      let terminal = try await Self.planner("long", in: home)
      let loaded = try await terminal.line(with: "› 5m warmup, 2x(1km run, 1m rest)")
      #expect(loaded.contains("Change plan long"))
      #expect(loaded.contains("  with the settings of the plan"))
      try await terminal.press("Enter")
      try await terminal.line(with: "Save as: long")
      try await terminal.press("Enter")
      try await terminal.enter("y")
      try await terminal.line(with: "Start it now? y/N")
      try await terminal.enter("n")
      try await terminal.line(with: "Saved as long: ")
      #expect(
        try home.folder.read("config/intervald/plans/long.plan")
          == "name \"Long run\"\npace run 6:00/km\n\n5m warmup, 2x(1km run, 1m rest)\n")
    }
  }

  @Test func `Tab completes words, and a missing parenthesis is added`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let terminal = try await Self.planner(in: home)
      try await terminal.type("2x(30s wa")
      try await terminal.press("Tab")
      try await terminal.line(with: "warmup   walk")
      try await terminal.type("l")
      try await terminal.press("Tab")
      try await terminal.line(with: "1:00   ends about ")
      try await terminal.line(with: "› 2x(30s walk)")
      try await terminal.press("Enter")
      try await terminal.line(with: "Save as:")
      try await terminal.press("C-c")
      try await terminal.line(with: "2x(30s walk)")
    }
  }

  @Test func `the result goes to redirected standard output, and the planner stays on the terminal`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let terminal = try await Self.planner("mine --json --start >out", in: home)
      try await terminal.enter("30s run")
      try await terminal.line(with: "Save as: mine")
      try await terminal.press("Enter")
      try await terminal.line(with: "error: intervald is not running")
      let path = "\(home.folder.path)/config/intervald/plans/mine.plan"
      #expect(
        try home.folder.read("out")
          == #"{"averagePaceMps":null,"#
          + #""distanceIsPartial":null,"distanceM":null,"durationMs":30000,"intervals":1,"#
          + #""losses":null,"path":"\#(path)","#
          + #""plan":"30s run","savedAs":"mine","title":"mine"}"# + "\n")
      try await Self.expectEnd(69, of: terminal, home)
    }
  }

  @Test func `on a dumb terminal the plan is read up to Ctrl-D`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let terminal = try await ProgramTerminal(in: home)
      try await terminal.enter("TERM=dumb intervalctl new mine")
      try await terminal.line(with: "Write the plan, and end it with Ctrl-D on a line of its own.")
      try await terminal.enter("30s run")
      try await terminal.press("C-d")
      try await terminal.line(with: "Saved as mine: ")
      #expect(try home.folder.read("config/intervald/plans/mine.plan") == "30s run\n")
    }
  }

  @Test func `NO_COLOR turns off colours`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let terminal = try await ProgramTerminal(in: home)
      try await terminal.enter("NO_COLOR=1 script -qec 'intervalctl new' typescript")
      try await terminal.line(with: Self.keyHints)
      try await terminal.type("30s run, 30s walk")
      try await terminal.line(with: "1:00   ends about ")
      try await terminal.press("C-c")
      try await terminal.screen("the prompt") { $0.last == "$" }
      let typescript = try home.folder.read("typescript")
      #expect(typescript.contains("30s run, 30s walk"))
      // Each coloured text would end with this sequence.
      #expect(!typescript.contains("\u{1B}[0m"))
    }
  }
}
