import PlanNotation
import Testing
import WorkoutModel

/// All kinds except `interval`, as hints list them.
let kinds = "warmup, run, walk, jog, sprint, work, rest, recover, cooldown"

@Suite struct NotationErrorTests {
  /// A plan, and the line, column, message and hints of its error.
  @Test(
    arguments: [
      (
        "4x(30s rum, 30s walk)", 1, 8, "found 'rum', expected a kind such as run, '@', ',' or the end of the line",
        "did you mean 'run'?"
      ),
      ("rum 30s", 1, 1, "'rum' is neither a setting nor the beginning of a step", "did you mean 'run'?"),
      ("", 1, 1, "the plan has no steps", "try 4x(30s run, 30s walk)"),
      ("\r", 1, 1, "the plan has no steps", "try 4x(30s run, 30s walk)"),
      ("name \"x\"\n", 2, 1, "the plan has no steps", "try 4x(30s run, 30s walk)"),
      ("30", 1, 1, "'30' has no unit", "write 30s for seconds, 30m for minutes, or 30km, 30mi, 30mtr"),
      (
        "1m30", 1, 3,
        "'30' has no unit",
        "write 1m30s"
      ),
      (
        "4x(1m30)", 1, 6,
        "'30' has no unit",
        "write 4x(1m30s)"
      ),
      (
        "1m 4×30s", 1, 4,
        "found '4', expected a comma between steps",
        "write 1m, 4x(30s)"
      ),
      (
        "400m run", 1, 1,
        "'400m' would be 400 minutes, which is 6h40m",
        "for metres, write 400mtr run @6:00/km; for the time, write 6h40m instead of 400m"
      ),
      ("10000m run", 1, 1, "'10000m' is too long: times go up to 99:59:59", "write 10000mtr for metres"),
      (
        "30s run 30s walk", 1, 9, "found '30s', expected '@', ',' or the end of the line",
        "write 30s run, 30s walk"
      ),
      (
        "30s run; 30s walk", 1, 8, "found ';', expected '@', ',' or the end of the line",
        "write 30s run, 30s walk"
      ),
      (
        "30s run + walk 30s", 1, 9, "found '+', expected '@', ',' or the end of the line",
        "write 30s run, 30s walk"
      ),
      (
        "4x(30s run, 30s walk", 1, 21, "found the end, expected ',' or ')'", "close the list with a ')'"
      ),
      (
        "5m run @10:00", 1, 14, "found the end, expected /mi or /km after the time of a pace",
        "write 10:00/mi or 10:00/km"
      ),
      (
        "5m run @5:00 min/km", 1, 14, "found 'min', expected /mi or /km after the time of a pace",
        "write 5m run @5:00/km"
      ),
      (
        "5m run @8:00 per mile", 1, 14, "found 'per', expected /mi or /km after the time of a pace",
        "write 5m run @8:00/mi"
      ),
      (
        "5m run @8:00 rum", 1, 14, "found 'rum', expected /mi or /km after the time of a pace",
        "write 8:00/mi or 8:00/km"
      ),
      (
        "pace run 5:00\n30s", 1, 14, "found the end of the line, expected /mi or /km after the time of a pace",
        "write 5:00/mi or 5:00/km"
      ),
      (
        "until 10 (30s run)", 1, 7, "'10' has no unit",
        "write 10s for seconds, 10m for minutes, or 10km, 10mi, 10mtr"
      ),
      (
        "1h30 run", 1, 3,
        "found '30', expected a comma between steps",
        "write 1h30m run"
      ),
      (
        "5m30 run", 1, 3,
        "found '30', expected a comma between steps",
        "write 5m30s run"
      ),
      ("2 sets of 30s run", 1, 3, "found 'sets', expected a unit: s, m, h, km, mi or mtr", "write 2x(30s run)"),
      (
        "repeat 4 (30s run)", 1, 1, "'repeat' is neither a setting nor the beginning of a step", "write 4x(30s run)"
      ),
      ("30'' run", 1, 3, "found ''', expected a unit: s, m, h, km, mi or mtr", "write 30s run"),
      ("5' run", 1, 2, "found ''', expected a unit: s, m, h, km, mi or mtr", "write 5m run"),
      ("5m run at 10:00/mi", 1, 8, "found 'at', expected '@', ',' or the end of the line", "write 5m run @10:00/mi"),
      (
        "speech on\n30s", 1, 1, "'speech' is neither a setting nor the beginning of a step", "did you mean 'voice'?"
      ),
      ("30 secnds", 1, 4, "found 'secnds', expected a unit: s, m, h, km, mi or mtr", "did you mean 'seconds'?"),
      (
        "30s 40s", 1, 5,
        "'40s' is out of order: hours, minutes and seconds come in that order, each once",
        "write 30s, 40s"
      ),
      (
        "lead-in 30s 40s\n30s", 1, 13,
        "'40s' is out of order: hours, minutes and seconds come in that order, each once", nil
      ),
      (
        "30s 5km", 1, 5,
        "found '5km', expected a comma between steps",
        "with your own pace, write 30s @6:00/km, 5km @6:00/km"
      ),
      ("1.2345s", 1, 1, "'1.2345' has more than three decimals", nil),
      (
        "1:60", 1, 3,
        "'60' is out of range: minutes and seconds go up to 59",
        "write 2m"
      ),
      (
        "90:90 run", 1, 4,
        "'90' is out of range: minutes and seconds go up to 59",
        "write 1h31m30s run"
      ),
      (
        "1:5", 1, 3,
        "found '5', expected two digits after ':'",
        "for a ratio of run and walk in minutes, write 1m run, 5m walk; for a time, write 1m5s"
      ),
      ("1:", 1, 3, "found the end, expected two digits after ':'", nil),
      ("1:05:00:00", 1, 9, "'00' is one field too many: a clock time has hours, minutes and seconds", nil),
      ("1.5:00", 1, 1, "'1.5' is not a whole number, which a clock time requires", nil),
      (
        "72:00:00", 1, 1,
        "'72' is out of range: hours before ':' go up to 59",
        "write 72h"
      ),
      (
        "600:00", 1, 1,
        "'600' is out of range: minutes before ':' go up to 599",
        "write 10h"
      ),
      ("30s @10/mi", 1, 6, "'10/mi' is not a pace: minutes and seconds are needed", "write 30s @10:00/mi"),
      ("30s @10 / km", 1, 6, "'10 / km' is not a pace: minutes and seconds are needed", "write 30s @10:00/km"),
      ("30s @5.30/km", 1, 6, "'5.30/km' is not a pace: minutes and seconds are needed", "write 30s @5:30/km"),
      ("30s @530/mi", 1, 6, "'530/mi' is not a pace: minutes and seconds are needed", "write 30s @5:30/mi"),
      ("30s @6 min/km", 1, 6, "'6 min/km' is not a pace: minutes and seconds are needed", "write 30s @6:00/km"),
      (
        "30s @5.5/mi", 1, 6, "'5.5/mi' is not a pace: minutes and seconds are needed",
        "a pace is written like 11:30/mi, 7:00/km or 6mph"
      ),
      (
        "5,5km run", 1, 1,
        "'5' has no unit",
        "with your own pace, write 5.5km run @6:00/km"
      ),
      (
        "30s @0:59/mi", 1, 6, "'0:59/mi' is out of range: a pace is from 1:00/mi to 59:59/mi", nil
      ),
      ("30s @0:59/km", 1, 6, "'0:59/km' is out of range: a pace is from 1:00/km to 59:59/km", nil),
      ("30s @100mph", 1, 6, "'100mph' is out of range: a speed is over 1 and up to 60 mph", nil),
      ("30s @1kph", 1, 6, "'1kph' is out of range: a speed is over 1 and up to 60 kph", nil),
      ("30s @27m/s", 1, 6, "'27m/s' is out of range: a speed is from 0.28 to 26.82 m/s", nil),
      ("30s @6mhp", 1, 7, "found 'mhp', expected a unit of speed: mph, kph or m/s", "did you mean 'mph'?"),
      ("1000km @6:00/km", 1, 1, "'1000km' is too long: distances go up to 999.99 km", nil),
      ("100h", 1, 1, "'100h' is too long: times go up to 99:59:59", nil),
      ("lead-in 99h 60m\n30s", 1, 9, "'99h 60m' is too long: times go up to 99:59:59", nil),
      ("99999999999999999999999h", 1, 1, "'99999999999999999999999h' is too long: times go up to 99:59:59", nil),
      ("0x30s", 1, 1, "'0' is not a count: write 1 to 9999", nil),
      ("10000x30s", 1, 1, "'10000' is not a count: write 1 to 9999", nil),
      ("0s", 1, 1, "'0s' must be longer than zero", nil),
      ("0:00", 1, 1, "'0:00' must be longer than zero", nil),
      ("0h 0m", 1, 1, "'0h 0m' must be longer than zero", nil),
      (
        "30s runing", 1, 5, "found 'runing', expected a kind such as run, '@', ',' or the end of the line",
        "did you mean 'run'?"
      ),
      ("8*(30s)", 1, 2, "found '*', expected 'x' after a count", "write 8x(30s)"),
      ("2x(8 (30s))", 1, 6, "found '(', expected 'x' after a count", "write 2x(8x(30s))"),
      (
        "(30s \")x4\", 40s)", 1, 1,
        "a list in parentheses needs a count before it",
        "write a count such as 4x before it; or leave the parentheses out"
      ),
      (
        "(30s \")\", 2x(40s)) × 4", 1, 1, "a list in parentheses needs a count before it",
        "write 4x(30s \")\", 2x(40s))"
      ),
      ("1m, (30s, 40s) * 4", 1, 5, "a list in parentheses needs a count before it", "write 1m, 4x(30s, 40s)"),
      (
        "(30s, 40s), 30s", 1, 1,
        "a list in parentheses needs a count before it",
        "write a count such as 4x before it; or leave the parentheses out"
      ),
      ("name \"x\"; 30s", 1, 9, "found ';', expected the end of the line", "write each setting on its own line"),
      (
        "pace run 5:00/km, 5km run", 1, 17, "found ',', expected the end of the line",
        "write each setting on its own line"
      ),
      ("countdown 3,2,1\n30s", 1, 12, "found ',', expected the end of the line", "write spaces between values"),
      ("pace-units min/mli\n30s", 1, 12, "found 'min', expected min/mi, min/km, mph or kph", "did you mean 'min/mi'?"),
      ("30s,", 1, 4, "nothing follows this comma", "leave it out; or add a step"),
      ("4x(30s, )", 1, 7, "nothing follows this comma", "leave it out; or add a step"),
      ("30s,,30s", 1, 5, "found ',', expected a step such as 30s run", "write 30s, 30s"),
      ("4x(30s", 1, 7, "found the end, expected ',' or ')'", "close the list with a ')'"),
      (
        "30s)", 1, 4,
        "unmatched ')'",
        "leave it out; or begin the list with a count and '('"
      ),
      ("4x()", 1, 4, "found ')', expected a step such as 30s run", nil),
      (
        "4x", 1, 3,
        "found the end, expected '(' or an interval",
        "write the steps to repeat, such as 4x(30s run, 30s walk)"
      ),
      (
        "4x # times\n30s", 1, 4,
        "found the end of the line, expected '(' or an interval",
        "write the steps to repeat, such as 4x(30s run, 30s walk)"
      ),
      ("4x 3x 30s", 1, 4, "found '3x', expected '(' or an interval", "write 4x(3x(30s))"),
      ("until open 30s", 1, 7, "found 'open', expected a time or a distance", nil),
      ("run walk 30s", 1, 5, "found 'walk', expected a time such as 30s or a distance such as 400mtr", nil),
      (
        "30s run walk", 1, 9,
        "found 'walk', expected '@', ',' or the end of the line",
        "for an interval that lasts until 'next', write 30s run, open walk"
      ),
      (
        "30s \"abc\\", 1, 5, "the text has no closing quote on its line", "end the text with a straight quote: \"…\""
      ),
      ("30s \"abc", 1, 5, "the text has no closing quote on its line", "end the text with a straight quote: \"…\""),
      (
        "30s \"a\\nb\"", 1, 7, "'\\n' has no meaning in a text",
        "a backslash comes before \" and \\ only; write \\\\ for a backslash"
      ),
      (
        "30s \"\\\u{1B}\"", 1, 6,
        "'\\U+001B' has no meaning in a text",
        "a backslash comes before \" and \\ only; write \\\\ for a backslash"
      ),
      (
        "\u{FEFF}30s é", 1, 5, "found 'é', expected a kind such as run, '@', ',' or the end of the line",
        "kinds are \(kinds); for anything else, use a label: 30s work \"é\""
      ),
      (
        "30s\u{200C}run", 1, 4, "found 'U+200C', expected a kind such as run, '@', ',' or the end of the line",
        "write 30s run"
      ),
      (
        "30s é walk", 1, 5,
        "found 'é', expected a kind such as run, '@', ',' or the end of the line",
        "put other words in quotes, as a label: 30s walk \"é\""
      ),
      (
        "30s\n\u{7}", 2, 1, "found 'U+0007', expected a step such as 30s run",
        "delete this character, which does not show"
      ),
      (
        "4x 30s run, 30s walk", 1, 4,
        "ambiguous repeat: only the last step of a list may repeat without parentheses",
        "write 4x(30s run, 30s walk) or 4x(30s run), 30s walk"
      ),
      (
        "until 5km 30s run\n5m walk", 1, 11,
        "ambiguous repeat: only the last step of a list may repeat without parentheses",
        "write until 5km (30s run, 5m walk) or until 5km (30s run), 5m walk"
      ),
      (
        "30s\nname \"x\"", 2, 1, "the setting 'name' must come before the first step",
        "put settings before the first step, one per line"
      ),
      ("nmae \"x\"\n30s", 1, 1, "'nmae' is neither a setting nor the beginning of a step", "did you mean 'name'?"),
      ("name \"x\"\nname \"y\"\n30s", 2, 1, "'name' is set twice", nil),
      ("pace run 9:00/mi\npace walk 9:00/mi\npace run 9:00/mi\n30s", 3, 1, "'pace run' is set twice", nil),
      (
        "default-plan x\n30s", 1, 1,
        "'default-plan' cannot be set in a plan: only intervald.conf names the default plan",
        "put it in intervald.conf"
      ),
      (
        "hook start \"/bin/sh\"\n30s", 1, 1, "'hook' cannot be set in a plan: only intervald.conf can run commands",
        "put it in intervald.conf"
      ),
      (
        "sound run \"/x.oga\"\n30s", 1, 1, "'sound run' cannot be set in a plan: a plan cannot name a file",
        "put it in intervald.conf"
      ),
      ("sound maybe\n30s", 1, 7, "found 'maybe', expected on or off", nil),
      ("distance-units leagues\n30s", 1, 16, "found 'leagues', expected mi or km", nil),
      ("lead-in 10\n30s", 1, 9, "'10' has no unit", "write 10s for seconds, or 10m for minutes"),
      ("name x\n30s", 1, 6, "found 'x', expected a text in quotes", "write name \"x\""),
      ("name \"x\" 30s", 1, 10, "found '30s', expected the end of the line", nil),
      (
        "until 5km (30s run, 30s walk @16:30/mi)", 1, 12,
        "the run has no pace, so it is unknown when the distance is reached",
        "write 30s run @10:00/mi; or set it for every run, in the settings: pace run 10:00/mi"
      ),
      (
        "2x(30s, 3x(1m, 1km run))", 1, 16,
        "the run has a distance but no pace, so its duration is unknown",
        "write 1km run @6:00/km; or set it for every run, in the settings: pace run 6:00/km"
      ),
      (
        "30s, until 5m (1m, open)", 1, 20,
        "an open interval cannot be in an 'until', whose end would be unknown",
        "write a time or a distance instead of 'open'; or a count instead of the 'until'"
      ),
      (
        "4x(forever 30s)", 1, 4,
        "'forever' cannot be in a repeat, whose second round would never begin",
        "write a count such as 4x instead of 'forever'"
      ),
      ("0.5s", 1, 1, "this must last at least 1 s", nil),
      ("60h, 60h", 1, 1, "this takes more than 99:59:59", "write 'forever' for a workout without an end"),
      ("30s, 9999x(1m run)", 1, 6, "this takes more than 99:59:59", "write 'forever' for a workout without an end"),
      ("9999x(9999x open)", 1, 1, "this has more than 359999 intervals", nil),
      ("until 0.001km (30s @6:00/km)", 1, 1, "this must last at least 1 s", nil),
    ] as [(String, Int, Int, String, String?)])
  func `an error has a location, a message and hints`(
    text: String, line: Int, column: Int, message: String, hint: String?
  ) throws {
    let error = try #require(throws: NotationError.self) { try PlanFile(text).workout(over: Settings()) }
    #expect(error.message == message)
    #expect(error.line == line)
    #expect(error.column == column)
    #expect(error.hint == hint)
  }
}
