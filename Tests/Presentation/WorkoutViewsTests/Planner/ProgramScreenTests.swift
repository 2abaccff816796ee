import PlanNotation
import TerminalUI
import Testing
import WorkoutModel

@testable import WorkoutViews

/// Tests of the exact screens of the planner that writes a training program.
@Suite struct ProgramScreenTests {
  private static func lines(_ planner: Planner, _ columns: Int, _ rows: Int) -> [String] {
    PlannerScreen(planner, PlannerScreenTests.setting(columns, rows)).lines
  }

  private static let written =
    "3x session: 5m warmup, 8x(1m run, 90s walk)⏎⏎session \"Long\": 20m run⏎open run⏎"

  @Test func `an empty line has examples of sessions`() throws {
    #expect(
      Self.lines(try ProgramPlannerTests.planner(), 80, 24) == [
        "New program · week 1, day 1", "› ", "  Write a session, such as:", "  5m warmup, 20m run, 5m cooldown",
        "  3x session: 8x(1m run, 90s walk)", "  session \"Long run\": 5m warmup, 3x(10m run, 1m walk)",
        "  All of it: intervalctl notation", "", "",
        "Enter add the session   ↑↓ change the number   Tab complete   Ctrl-C leave",
      ])
    for line in Self.lines(try ProgramPlannerTests.planner(), 80, 24)[3...5] {
      #expect(throws: Never.self) { try ProgramLine(line, in: ProgramDraft(), settings: Settings()) }
    }
  }

  @Test func `the sessions are listed above the line with their places and times`() throws {
    let planner = try ProgramPlannerTests.planner(Self.written + "30m run", name: "couch")
    #expect(
      Self.lines(planner, 80, 24) == [
        "New program couch · week 2, day 3", "  w1d1–3  25:00  5m warmup, 8x(1m run, 90s walk)",
        "  w2d1    20:00  \"Long\": 20m run", "  w2d2     open  open run", "› 30m run", "",
        "  30:00   ends about 18:42   1 interval", "  " + String(repeating: "█", count: 78),
        "  " + String(repeating: "█", count: 78), "", "", "",
        "Enter add the session   ↑↓ change the number   Tab complete   Ctrl-C leave",
      ])
    let screen = PlannerScreen(planner, PlannerScreenTests.setting(80, 24, .coloured))
    #expect(screen.cursor == .init(row: 4, column: 9))
    #expect(screen.lines[1] == "  " + Style.coloured.text("w1d1–3  25:00  5m warmup, 8x(1m run, 90s walk)", .faint))
  }

  @Test func `a small terminal shows the last sessions that fit`() throws {
    let planner = try ProgramPlannerTests.planner(Self.written + "30m run", name: "a-program-with-a-long-name")
    #expect(
      Self.lines(planner, 40, 13) == [
        "New program a-program-w… · week 2, day 3", "  w2d1  20:00  \"Long\": 20m run", "  w2d2   open  open run",
        "› 30m run", "", "  30:00   ends about 18:42   1 interval", "  " + String(repeating: "█", count: 38),
        "  " + String(repeating: "█", count: 38), "", "", "", "Enter add  ↑↓ change the number",
      ])
    #expect(Self.lines(planner, 40, 8).prefix(2) == ["New program a-program-w… · week 2, day 3", "› 30m run"])
    #expect(Self.lines(planner, 20, 8)[0] == "New program a-progr…")
  }

  @Test(
    arguments: [
      ("", "Enter begin week 3   Backspace edit last   Ctrl-D save or start   Ctrl-C leave"),
      ("⏎", "Enter save or start   Backspace remove week   Ctrl-C leave"),
    ])
  func `on an empty line, the totals and the keys for it are shown`(keys: String, list: String) throws {
    let lines = Self.lines(try ProgramPlannerTests.planner(Self.written + keys), 80, 24)
    #expect(lines[5] == "  2 weeks   5 sessions")
    #expect(lines[6] == "  Write a session, such as:")
    #expect(lines.last == list)
  }

  @Test(arguments: [("name \"C\"", "add the setting"), ("week 1 \"A\"", "begin week 1"), ("1m⏎week 2", "begin week 2")])
  func `the effect of a line that is not a session is in the list of keys`(keys: String, effect: String) throws {
    let planner = try ProgramPlannerTests.planner(keys)
    #expect(Self.lines(planner, 80, 24).last == "Enter \(effect)   Tab complete   Ctrl-C leave")
    #expect(Self.lines(planner, 24, 24).last == "Enter \(effect)")
  }

  @Test func `settings and the labels of weeks are listed above the sessions`() throws {
    let keys = "name \"C\"⏎pace run 6:00/km # easy⏎week 1 \"Begin\"⏎30m run⏎⏎week 2 \"Longer\"⏎"
    let planner = try ProgramPlannerTests.planner(keys)
    #expect(
      Self.lines(planner, 80, 24).prefix(7) == [
        "New program · week 2, day 1", "  name \"C\"", "  pace run 6:00/km # easy", "  week 1 \"Begin\"",
        "  w1d1  30:00  30m run", "  week 2 \"Longer\"", "› ",
      ])
    #expect(Self.lines(planner, 80, 13)[1...3] == ["  w1d1  30:00  30m run", "  week 2 \"Longer\"", "› "])
    let text = "# C\nname \"C\"\n\nweek 1\nsession: 30m run"
    #expect(
      Self.lines(try ProgramPlannerTests.planner(from: text), 80, 24)[1...3] == [
        "  name \"C\"", "  w1d1  30:00  30m run", "› ",
      ])
  }

  @Test(arguments: [("mine", ""), ("theirs", "   This hides the installed one."), ("5k", "")])
  func `a note reports that a typed name hides an installed program`(name: String, note: String) throws {
    let choices = Planner.Choices(predecessor: { $0.text == "theirs" ? .installed : nil })
    let planner = try ProgramPlannerTests.planner("1m⏎␄\(name)", choices: choices)
    #expect(Self.lines(planner, 80, 24).last == "Enter: continue   Esc: back\(note)")
  }

  @Test func `a mistake is marked in the typed line`() throws {
    let lines = Self.lines(try ProgramPlannerTests.planner("1m⏎session \"x\": 30s rum, 1m"), 80, 24)
    #expect(
      lines[2...5] == [
        "› session \"x\": 30s rum, 1m", "                   ^",
        "  found 'rum', expected a kind such as run, '@', ',' or the end of the line", "  did you mean 'run'?",
      ])
  }

  @Test(
    arguments: [
      ("1m⏎␄", ["Save as: ", "Enter: continue   Esc: back"]),
      ("1m⏎␄x⏎", ["Start week 1, day 1 now? y/N ", "Either way the program is saved.   Esc: back"]),
      ("1m⏎␄⏎", ["Save as: ", "the program name is empty", "a name is a word such as long-run"]),
    ])
  func `the questions are about the program and its first session`(keys: String, lines: [String]) throws {
    #expect(Self.lines(try ProgramPlannerTests.planner(keys), 80, 24).suffix(lines.count) == lines)
  }
}
