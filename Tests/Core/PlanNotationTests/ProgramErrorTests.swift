import PlanNotation
import Testing
import WorkoutModel

/// The location of the error in the text of a program, the message and the hints.
func programError(in text: String) throws -> String {
  let error = try #require(throws: NotationError.self) { try ProgramFile(text) }
  return "\(error.line):\(error.column): \(([error.message] + error.hints).joined(separator: "; "))"
}

/// The errors in the weeks of a program, and in files of the wrong type.
@Suite struct ProgramErrorTests {
  /// Mistakes before the first week.
  @Test(
    arguments: [
      (
        "",
        "1:1: found the end, expected 'week 1'; write week 1 on a line, and session: 30s run on the next line"
      ),
      (
        "name \"A\"",
        "1:9: found the end, expected 'week 1'; write week 1 on a line, and session: 30s run on the next line"
      ),
      (
        "# a\n\n",
        "3:1: found the end, expected 'week 1'; write week 1 on a line, and session: 30s run on the next line"
      ),
      (
        "30s run",
        "1:1: found '30s', expected 'week 1'; write week 1 on a line, and session: 30s run on the next line; or save a plan as NAME.plan, not NAME.program"
      ),
      (
        "name \"A\"\n4x(30s run, 30s walk)",
        "2:1: found '4x', expected 'week 1'; write week 1 on a line, and session: 30s run on the next line; or save a plan as NAME.plan, not NAME.program"
      ),
      (
        "5m warmup\nweek 1\nsession: 1m",
        "1:1: found '5m', expected 'week 1'; write week 1 on a line, and session: 30s run on the next line; or save a plan as NAME.plan, not NAME.program"
      ),
      (
        "session: 30s run",
        "1:1: found 'session', expected 'week 1'; write week 1 on a line, and session: 30s run on the next line"
      ),
      (
        "3x session: 30s run",
        "1:1: found '3x', expected 'week 1'; write week 1 on a line, and session: 30s run on the next line"
      ),
      (
        "wek 1\nsession: 1m",
        "1:1: 'wek' is neither a setting nor the beginning of a week; did you mean 'week'?"
      ),
      (
        "Woche 1\nsession: 1m",
        "1:1: 'woche' is neither a setting nor the beginning of a week; write week 1 on a line, and session: 30s run on the next line"
      ),
      (
        "[week 1]\nsession: 1m",
        "1:1: found '[', expected 'week 1'; write week 1 on a line, and session: 30s run on the next line"
      ),
      (
        "hook start \"/bin/true\"\nweek 1\nsession: 1m",
        "1:1: 'hook' cannot be set in a plan: only intervald.conf can run commands; put it in intervald.conf"
      ),
      (
        "notify off\nweek 1\nsession: 1m",
        "1:1: 'notify' cannot be set in a plan: only intervald.conf controls the desktop; put it in intervald.conf"
      ),
      (
        "pace run 6:00\nweek 1\nsession: 1m",
        "1:14: found the end of the line, expected /mi or /km after the time of a pace; write 6:00/mi or 6:00/km"
      ),
      (
        "pace run 6:00/km pace walk 9:00/km\nweek 1\nsession: 1m",
        "1:18: found 'pace', expected the end of the line; write each setting on its own line"
      ),
      (
        "name \"A\" week 1\nsession: 1m",
        "1:10: found 'week', expected the end of the line; write each setting on its own line"
      ),
      (
        "name Couch\nweek 1\nsession: 1m",
        "1:6: found 'Couch', expected a text in quotes; write name \"Couch\""
      ),
      (
        "nme \"A\"\nweek 1\nsession: 1m",
        "1:1: 'nme' is neither a setting nor the beginning of a week; did you mean 'name'?"
      ),
    ] as [(String, String)])
  func `a text without a valid first week is reported with its place and a hint`(text: String, expected: String) throws
  {
    #expect(try programError(in: text) == expected)
  }

  /// Mistakes in the headings of weeks.
  @Test(
    arguments: [
      (
        "week\nsession: 1m",
        "1:5: found the end of the line, expected the number of the week; write week 1"
      ),
      (
        "week one\nsession: 1m",
        "1:6: found 'one', expected the number of the week; write week 1"
      ),
      (
        "Week #1\nsession: 1m",
        "1:6: found the end of the line, expected the number of the week; write week 1"
      ),
      (
        "week 0\nsession: 1m",
        "1:6: found week 0, expected week 1; number the weeks from 1 without gaps: week 1"
      ),
      (
        "week 2\nsession: 1m",
        "1:6: found week 2, expected week 1; number the weeks from 1 without gaps: week 1"
      ),
      (
        "week 1:\nsession: 1m",
        "1:7: found ':', expected a label in quotes or the end of the line; leave out ':'"
      ),
      (
        "week 1: session: 1m",
        "1:7: found ':', expected a label in quotes or the end of the line; write week 1 on a line of its own, and the session on the next line"
      ),
      (
        "week 1 session: 1m",
        "1:8: found 'session', expected a label in quotes or the end of the line; write week 1 on a line of its own, and the session on the next line"
      ),
      (
        "week 1 \"Easy\" 3x session: 1m",
        "1:15: found '3x', expected the end of the line; write week 1 \"Easy\" on a line of its own, and the session on the next line"
      ),
      (
        "week 1 - Easy start\nsession: 1m",
        "1:8: found '-', expected a label in quotes or the end of the line; write week 1 \"Easy start\""
      ),
      (
        "week 1 of 9\nsession: 1m",
        "1:8: found 'of', expected a label in quotes or the end of the line; write week 1 \"of 9\""
      ),
      (
        "week 1 \"a\" \"b\"\nsession: 1m",
        "1:12: found '\"', expected the end of the line; write week 1 \"a b\""
      ),
      (
        "week 1 Base \"x\"\nsession: 1m",
        "1:8: found 'Base', expected a label in quotes or the end of the line; write week 1 \"Base x\""
      ),
      (
        "week 1 \"Easy\nsession: 1m",
        "1:8: the text has no closing quote on its line; end the text with a straight quote: \"…\""
      ),
      (
        "week 1 “Easy”\nsession: 1m",
        "1:8: found '“', expected a label in quotes or the end of the line; write week 1 \"Easy\""
      ),
      (
        "week 1",
        "1:7: found the end, expected a session such as session: 30s run; write a session on the line after week 1"
      ),
    ] as [(String, String)])
  func `a mistake in the heading of a week is reported with its place and a hint`(text: String, expected: String) throws
  {
    #expect(try programError(in: text) == expected)
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
