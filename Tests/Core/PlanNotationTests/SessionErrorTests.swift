import Testing

/// The errors in the sessions of a program.
@Suite struct SessionErrorTests {
  /// Mistakes in the headings of sessions.
  @Test(
    arguments: [
      (
        "week 1\nweek 2\nsession: 1m",
        "2:1: found 'week', expected a session such as session: 30s run; write a session on the line after week 1"
      ),
      (
        "week 1\n30s run, 30s walk\nweek 2\nsession: 1m",
        "2:1: found '30s', expected a session such as session: 30s run; write session: 30s run, 30s walk"
      ),
      (
        "week 1\nsesion: 1m",
        "2:1: found 'sesion', expected a session such as session: 30s run; did you mean 'session'?"
      ),
      (
        "week 1\nsessions: 1m",
        "2:1: found 'sessions', expected a session such as session: 30s run; did you mean 'session'?"
      ),
      (
        "week 1\n3x sesion: 1m",
        "2:4: found 'sesion', expected a session such as session: 30s run; did you mean 'session'?"
      ),
      (
        "week 1\n3 session: 1m",
        "2:1: found '3', expected a session such as session: 30s run; write 3x session: 1m"
      ),
      (
        "week 1\n3 sessions: 1m",
        "2:1: found '3', expected a session such as session: 30s run; write 3x session: 1m"
      ),
      (
        "week 1\nx3 session: 1m",
        "2:1: found 'x3', expected a session such as session: 30s run; write 3x session: 1m"
      ),
      (
        "week 1\n3* session: 1m",
        "2:1: found '3', expected a session such as session: 30s run; write 3x session: 1m"
      ),
      (
        "week 1\n0x session: 1m",
        "2:1: found '0x', expected a count from 1 to 1000; write session: 30s run or 3x session: 30s run"
      ),
      (
        "week 1\nsession Easy, 5m run",
        "2:9: found 'Easy', expected a label in quotes or ':'; write session \"Easy\": 5m run"
      ),
      (
        "week 1\n10000x session: 1m",
        "2:1: found '10000x', expected a count from 1 to 1000; write session: 30s run or 3x session: 30s run"
      ),
      (
        "week 1\n1001x session: 1m",
        "2:1: the program has more than 1000 sessions; save the last weeks as another program"
      ),
      (
        "week 1\n1000x session: 1m\nsession: 1m",
        "3:1: the program has more than 1000 sessions; save the last weeks as another program"
      ),
      (
        "week 1\nday 1: 30m run",
        "2:1: found 'day', expected a session such as session: 30s run; write session \"day 1\": 30m run"
      ),
      (
        "week 1\nMontag: 30m run",
        "2:1: found 'Montag', expected a session such as session: 30s run; write session \"Montag\": 30m run"
      ),
      (
        "week 1\nEinheit 2: 30m run",
        "2:1: found 'Einheit', expected a session such as session: 30s run; write session \"Einheit 2\": 30m run"
      ),
      (
        "week 1\nDay 1\n30m run",
        "2:1: found 'Day', expected a session such as session: 30s run; write week 1 for a week or session: 30s run for a session"
      ),
      (
        "week 1\n- 30m run",
        "2:1: found '-', expected a session such as session: 30s run; write session: 30m run"
      ),
      (
        "week 1\n* session \"Easy\": 5m run \"go\"\nsession: 1m",
        "2:1: found '*', expected a session such as session: 30s run; leave out '*': session \"Easy\": 5m run \"go\""
      ),
      (
        "week 1\n- 3x session: 5m rum",
        "2:1: found '-', expected a session such as session: 30s run; leave out '-': 3x session: 5m rum"
      ),
      (
        "week 1\nsession 1: 1m",
        "2:9: found '1', expected a label in quotes or ':'; leave out '1': session: 1m"
      ),
      (
        "week 1\nsession 2 30m run",
        "2:9: found '2', expected a label in quotes or ':'; leave out '2': session: 30m run"
      ),
      (
        "week 1\nsession 30s run",
        "2:9: found '30s', expected a label in quotes or ':'; write session: 30s run"
      ),
      (
        "week 1\n3x session 5m warmup, 20m run",
        "2:12: found '5m', expected a label in quotes or ':'; write 3x session: 5m warmup, 20m run"
      ),
      (
        "week 1\nsession Long run: 1m",
        "2:9: found 'Long', expected a label in quotes or ':'; write session \"Long run\": 1m"
      ),
      (
        "week 1\nsession Easy run 5m",
        "2:9: found 'Easy', expected a label in quotes or ':'; write session \"Easy run\": 5m"
      ),
      (
        "week 1\nsession Easy run: 5:00 run \"go\"\nsession: 1m",
        "2:9: found 'Easy', expected a label in quotes or ':'; write session \"Easy run\": 5:00 run \"go\""
      ),
      (
        "week 1\nsession Easy \"long\" run: 5m run",
        "2:9: found 'Easy', expected a label in quotes or ':'; write session \"Easy long run\": 5m run"
      ),
      (
        "week 1\nsession Long run 2: 5m run",
        "2:9: found 'Long', expected a label in quotes or ':'; write session \"Long run 2\": 5m run"
      ),
      (
        "week 1\nsession Easy: 5m rum",
        "2:9: found 'Easy', expected a label in quotes or ':'; write session \"Easy\": 30s run"
      ),
      (
        "week 1\nsession \"Easy\" again: 5m run",
        "2:16: found 'again', expected ':'; write session \"Easy\": 30s run"
      ),
      (
        "week 1\nsession 30s run \"go\"",
        "2:9: found '30s', expected a label in quotes or ':'; write session: 30s run \"go\""
      ),
      (
        "week 1\nsession \"Long run\" 30m run",
        "2:20: found '30m', expected ':'; write session \"Long run\": 30m run"
      ),
      (
        "week 1\nsession - 30m run",
        "2:9: found '-', expected a label in quotes or ':'; write session: 30m run"
      ),
      (
        "week 1\nsession = 30m run",
        "2:9: found '=', expected a label in quotes or ':'; write session: 30m run"
      ),
      (
        "week 1\nsession; 30m run",
        "2:8: found ';', expected a label in quotes or ':'; write session: 30m run"
      ),
      (
        "week 1\nsession\n: 30m run",
        "2:8: found the end of the line, expected a label in quotes or ':'; write session: 30s run"
      ),
      (
        "week 1\nsession 'Long': 1m",
        "2:9: found ''', expected a label in quotes or ':'; write \"Long\""
      ),
      (
        "week 1\npace run 5:00/km\nsession: 1m",
        "2:1: the setting 'pace' must come before the first week; put settings before 'week 1', one per line"
      ),
      (
        "week 1\nsession 1:30 run, 1m walk",
        "2:9: found '1:30', expected a label in quotes or ':'; write session: 1:30 run, 1m walk"
      ),
      (
        "week 1\nsession \"Easy\"\n30m run",
        "2:15: found the end of the line, expected ':'; write session \"Easy\": 30s run"
      ),
    ] as [(String, String)])
  func `a mistake in the heading of a session is reported with its place and a hint`(text: String, expected: String)
    throws
  {
    #expect(try programError(in: text) == expected)
  }

  /// Mistakes in the plans of sessions, and in the lines after them.
  @Test(
    arguments: [
      (
        "week 1\nsession: 1m\nweek 1\nsession: 1m",
        "3:6: found week 1, expected week 2; number the weeks from 1 without gaps: week 2"
      ),
      (
        "week 1\nsession: 1m\nweek 3\nsession: 1m",
        "3:6: found week 3, expected week 2; number the weeks from 1 without gaps: week 2"
      ),
      (
        "week 1\nsession:\nsession: 1m",
        "2:9: the plan has no steps; try 4x(30s run, 30s walk)"
      ),
      (
        "week 1\nsession: # easy\n\n",
        "2:9: the plan has no steps; try 4x(30s run, 30s walk)"
      ),
      (
        "week 1\nsession:",
        "2:9: the plan has no steps; try 4x(30s run, 30s walk)"
      ),
      (
        "week 1\nsession: 1m,\nsession: 1m",
        "2:12: nothing follows this comma; leave it out; or add a step"
      ),
      (
        "week 1\nsession: 1m, week 2\nsession: 1m",
        "2:12: nothing follows this comma; leave it out; or add a step"
      ),
      (
        "week 1\nsession: 2x(1m\nsession: 1m)",
        "3:1: found 'session', expected ',' or ')'; close the list with a ')'"
      ),
      (
        "week 1\nsession: 2x(1m\n\nweek 2\nsession: 1m)",
        "4:1: found 'week', expected ',' or ')'; close the list with a ')'"
      ),
      (
        "week 1\nsession: 1m)",
        "2:12: unmatched ')'; leave it out; or begin the list with a count and '('"
      ),
      (
        "week 1\nsession: 1m\nsession: 2m\nsession: 3m\n  2x(1m rum, 1m)",
        "5:9: found 'rum', expected a kind such as run, '@', ',' or the end of the line; did you mean 'run'?"
      ),
      (
        "week 1\nsession: 1m 2m",
        "2:13: '2m' is out of order: hours, minutes and seconds come in that order, each once; write session: 1m, 2m"
      ),
      (
        "week 1\nsession: 4x 30s run, 30s walk",
        "2:13: ambiguous repeat: only the last step of a list may repeat without parentheses; write session: 4x(30s run, 30s walk) or session: 4x(30s run), 30s walk"
      ),
      (
        "week 1\nsession: 30",
        "2:10: '30' has no unit; write 30s for seconds, 30m for minutes, or 30km, 30mi, 30mtr"
      ),
      (
        "week 1\nsession: 400m",
        "2:10: '400m' would be 400 minutes, which is 6h40m; for metres, write session: 400mtr @6:00/km; for the time, write 6h40m instead of 400m"
      ),
      (
        "week 1\nsession: 1m\nlead-in off\nsession: 1m",
        "3:1: the setting 'lead-in' must come before the first week; put settings before 'week 1', one per line"
      ),
      (
        "week 1\nsession: 1m\nweak 2\nsession: 1m",
        "3:1: found 'weak', expected a step such as 30s run; did you mean 'week'?"
      ),
      (
        "week 1\nsession: 1m\nWoche 2\nsession: 1m",
        "3:1: found 'Woche', expected a step such as 30s run; write week 2 for a week or session: 30s run for a session"
      ),
      (
        "week 1\nsession: 1m\nTag 2: 30m run",
        "3:1: found 'Tag', expected a step such as 30s run; write session \"Tag 2\": 30m run"
      ),
      (
        "week 1\nsession: 1m\nday two\n30m run",
        "3:1: found 'day', expected a step such as 30s run"
      ),
      (
        "week 1\nsession: 1m\n3x week 2\nsession: 1m",
        "3:4: found 'week', expected a step such as 30s run"
      ),
      (
        "week 1\nsession: 1m\n3 session: 1m",
        "3:1: found '3', expected a step such as 30s run; write 3x session: 1m"
      ),
      (
        "week 1\nsession: 1m, session: 1m",
        "2:12: nothing follows this comma; leave it out; or add a step"
      ),
    ] as [(String, String)])
  func `a mistake in a plan or after it is reported with its place and a hint`(text: String, expected: String) throws {
    #expect(try programError(in: text) == expected)
  }
}
