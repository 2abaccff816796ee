import PlanNotation
import TestSupport
import Testing
import WorkoutModel

@Suite struct ProgramReadingTests {
  static let text = """
    name "Couch to 5K"
    pace run  6:30/km
    pace walk 10:00/km

    week 1   # easy
    3x session: 5m warmup, 8x(60s run, 90s walk), 5m cooldown

    WEEK 2 "The turning point"
    session "Three times five": 5m warmup, 3x(
      5m run

      3m walk # slowly
    )
    5m cooldown
    Session: 5m warmup,
      8m run
    2 x session "Twenty minutes"
      : 20m run session: 1m run
    """.replacing("\n  : 20m", with: ": 20m")

  @Test func `a program is printed in canonical notation`() throws {
    let file = try ProgramFile(Self.text)
    let notation = """
      week 1
      3x session: 5m warmup, 8x(1m run, 1m30s walk), 5m cooldown

      week 2 "The turning point"
      session "Three times five": 5m warmup, 3x(5m run, 3m walk), 5m cooldown
      session: 5m warmup, 8m run
      2x session "Twenty minutes": 20m run
      session: 1m run

      """
    #expect(file.program.notation == notation)
    #expect(file.settings.name == "Couch to 5K")
    #expect(try ProgramFile(notation).program == file.program)
    let printed = try ProgramFile("\(file.settings.notation)\n\(notation)")
    #expect(printed.settings == file.settings)
    #expect(printed.program == file.program)
  }

  @Test(arguments: 0..<200)
  func `what is printed of a random program reads back as the same program`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let program = TrainingProgram.random(using: &generator)
    #expect(try ProgramFile(program.notation).program == program)
  }

  @Test func `each session is found by its ID`() throws {
    let file = try ProgramFile(Self.text)
    let ids = file.program.sessionIDs
    #expect(ids.map(\.description) == ["w1d1", "w1d2", "w1d3", "w2d1", "w2d2", "w2d3", "w2d4", "w2d5"])
    #expect(file.program[SessionID(week: 2, day: 4)]?.label == "Twenty minutes")
    #expect(file.plan(of: SessionID(week: 2, day: 5))?.plan.notation == "1m run")
    #expect(
      file.text(of: SessionID(week: 1, day: 3))?.hasSuffix("5m warmup, 8x(1m run, 1m30s walk), 5m cooldown") == true)
    for (id, next) in zip(ids, ids.dropFirst()) { #expect(file.program.session(after: id) == next) }
    #expect(file.program.session(after: ids[7]) == nil)
    for unknown in ["w1d4", "w3d1", "w2d6", "w9999d9999"].compactMap(SessionID.init) {
      #expect(file.program[unknown] == nil)
      #expect(file.plan(of: unknown) == nil)
      #expect(file.text(of: unknown) == nil)
    }
  }

  @Test(arguments: [("w1d9", "w1d3"), ("w9d1", "w2d1"), ("w7d7", "w2d5"), ("w2d2", "w2d2")])
  func `the nearest session to an unknown ID is in the nearest week`(typed: String, nearest: String) throws {
    let program = try ProgramFile(Self.text).program
    #expect(program.nearestSession(to: try #require(SessionID(typed))).description == nearest)
  }

  @Test func `the position in a program that has become shorter is followed by the next week`() throws {
    let program = try ProgramFile(Self.text).program
    #expect(program.session(after: SessionID(week: 1, day: 5))?.description == "w2d1")
    #expect(program.session(after: SessionID(week: 2, day: 9)) == nil)
    #expect(program.session(after: SessionID(week: 8, day: 1)) == nil)
  }

  @Test(arguments: ["w1d1", "W12D3", "w05d03"])
  func `an ID is read in any case`(text: String) {
    #expect(SessionID(text) != nil)
  }

  @Test(arguments: [
    "", "w", "w1", "d1", "1d1", "w1d", "wd1", "w0d1", "w1d0", "w1d1d1", "w+1d1", "w1d10000", "w１d1", " w1d1",
  ])
  func `a text that is not an ID is refused`(text: String) {
    #expect(SessionID(text) == nil)
  }

  @Test func `the workouts of all sessions have the paces of the program`() throws {
    let workouts = try ProgramFile(Self.text).workouts(over: Settings())
    #expect(workouts.count == 8)
    #expect(workouts[SessionID(week: 2, day: 5)]?.timeline.totals.metres.map { $0.rounded() } == 154)
  }
}

/// The error of a text that is not a program, with its location and its hints.
@Suite struct ProgramErrorTests {
  @Test(arguments: [
    ("", "1:1: found the end, expected 'week 1'"),
    ("name \"A\"", "1:9: found the end, expected 'week 1'"),
    (
      "30s run",
      "1:1: found '30s', expected 'week 1'; write week 1 on a line, and session: 30s run on the next line"
    ),
    (
      "session: 30s run",
      "1:1: found 'session', expected 'week 1'; write week 1 on a line, and session: 30s run on the next line"
    ),
    ("wek 1\nsession: 1m", "1:1: 'wek' is neither a setting nor the beginning of a week; did you mean 'week'?"),
    ("week\nsession: 1m", "1:5: found the end of the line, expected the number of the week; write week 1"),
    ("week one\nsession: 1m", "1:6: found 'one', expected the number of the week; write week 1"),
    ("week 2\nsession: 1m", "1:6: found week 2, expected week 1; number the weeks from 1 without gaps: week 1"),
    (
      "week 1\nsession: 1m\nweek 1\nsession: 1m",
      "3:6: found week 1, expected week 2; number the weeks from 1 without gaps: week 2"
    ),
    ("week 1: session: 1m", "1:7: found ':', expected a label in quotes or the end of the line; leave out ':'"),
    ("week 1 session: 1m", "1:8: found 'session', expected a label in quotes or the end of the line"),
    ("week 1 \"a\" \"b\"\nsession: 1m", "1:12: found '\"', expected the end of the line"),
    ("week 1", "1:7: found the end, expected a session such as session: 30s run"),
    (
      "week 1\n30s run, 30s walk\nweek 2\nsession: 1m",
      "2:1: found '30s', expected a session such as session: 30s run; write session: 30s run, 30s walk"
    ),
    ("week 1\nsesion: 1m", "2:1: found 'sesion', expected a session such as session: 30s run; did you mean 'session'?"),
    (
      "week 1\npace run 5:00/km\nsession: 1m",
      "2:1: the setting 'pace' must come before the first week; put settings before 'week 1', one per line"
    ),
    (
      "week 1\nsession: 1m\nlead-in off\nsession: 1m",
      "3:1: the setting 'lead-in' must come before the first week; put settings before 'week 1', one per line"
    ),
    ("week 1\nsession 30s run", "2:9: found '30s', expected a label in quotes or ':'; write session: 30s run"),
    (
      "week 1\nsession Long run: 1m",
      "2:9: found 'Long', expected a label in quotes or ':'; write session \"Long run\":"
    ),
    ("week 1\nsession:\nsession: 1m", "3:1: the plan has no steps; try 4x(30s run, 30s walk)"),
    ("week 1\nsession: 1m,\nsession: 1m", "2:12: nothing follows this comma; leave it out; or add a step"),
    ("week 1\nsession: 2x(1m\nsession: 1m)", "3:1: found 'session', expected ',' or ')'; close the list with a ')'"),
    ("week 1\nsession: 1m)", "2:12: unmatched ')'; leave it out; or open a list: 4x(…)"),
    (
      "week 1\n3x sesion: 1m",
      "2:4: found 'sesion', expected a session such as session: 30s run; did you mean 'session'?"
    ),
    ("week 1\n0x session: 1m", "2:1: '0' is not a count: write 1 to 9999"),
    ("week 1\n1000x session: 1m\nsession: 1m", "3:1: the program has more than 1000 sessions"),
    (
      "week 1\nsession: 1m\nweak 2\nsession: 1m",
      "3:1: found 'weak', expected a step such as 30s run; did you mean 'week'?"
    ),
    (
      "hook start \"/bin/true\"\nweek 1\nsession: 1m",
      "1:1: 'hook' cannot be set in a plan: a plan cannot run a program; put it in intervald.conf"
    ),
  ])
  func `a mistake is reported with its place and a hint`(text: String, expected: String) throws {
    let error = try #require(throws: NotationError.self) { try ProgramFile(text) }
    #expect("\(error.line):\(error.column): \(([error.message] + error.hints).joined(separator: "; "))" == expected)
  }

  @Test(arguments: ["week 1\nsession: 1m", "name \"a\"\nweek 1\nsession: 1m", "session: 1m", "1m\nweek 2\nsession: 1m"])
  func `the hint for a program in a plan file names the right kind of file`(text: String) throws {
    let error = try #require(throws: NotationError.self) { try PlanFile(text) }
    #expect(error.message.hasSuffix("is part of a training program, not of a plan"))
    #expect(error.hints == ["save a training program as NAME.program, beside the plans"])
  }

  @Test func `an error in the timeline of a session is located in the text of the program`() throws {
    let file = try ProgramFile("# a\nweek 1\nsession: 1m run\n2x session: 1m run,\n  5km run\n")
    let error = try #require(throws: NotationError.self) { try file.workouts(over: Settings()) }
    #expect((error.line, error.column) == (5, 3))
    #expect(error.lineText == "  5km run")
  }
}
