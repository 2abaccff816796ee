import PlanNotation
import Testing
import WorkoutModel

/// Tests of hints for texts in other notations.
@Suite struct NotationHintTests {
  private static let comma = ["write a comma between steps"]

  private static func label(_ interval: String, _ nearest: String? = nil) -> [String] {
    (nearest.map { ["did you mean '\($0)'?"] } ?? [])
      + ["kinds are \(kinds)", "for anything else, use a label: \(interval)"]
  }

  /// Each case has a plan with an error, and the column and the hints of the error.
  @Test(
    arguments: [
      ("30s squats", 5, label("30s work \"squats\"")),
      ("40s plank, 20s rest", 5, label("40s work \"plank\", 20s rest")),
      ("5x(1m pushups, 30s rest)", 7, label("5x(1m work \"pushups\", 30s rest)")),
      ("30s jump rope", 5, label("30s work \"jump rope\"")), ("30s push-ups", 5, label("30s work \"push-ups\"")),
      ("30s Liegestütze, 10s", 5, label("30s work \"Liegestütze\", 10s")),
      ("25m work, 5m break", 14, label("25m work, 5m rest \"break\"", "rest")),
      ("8x(20s on, 10s off)", 8, label("8x(20s work \"on\", 10s rest \"off\")", "work")),
      ("8x(20s work, 10s off)", 18, label("8x(20s work, 10s rest \"off\")", "rest")),
      ("5m easy, 20m tempo", 4, label("5m jog \"easy\", 20m run \"tempo\"", "jog")),
      ("20m tempo", 5, label("20m run \"tempo\"", "run")),
      ("20m threshold", 5, label("20m run \"threshold\"", "run")), ("1m fast", 4, label("1m run \"fast\"", "run")),
      ("1m hard", 4, label("1m work \"hard\"", "work")), ("1m slow", 4, label("1m walk \"slow\"", "walk")),
      ("1m pause", 4, ["write 1m rest"]),
      ("10 x 1 min fast", 12, label("10x(1m run \"fast\")", "run")),
      ("30s: squats", 4, label("30s work \"squats\"")), ("30s (squats)", 5, label("30s work \"squats\"")),

      ("easy 5m", 1, label("5m jog \"easy\"", "jog")), ("plank 30s", 1, label("30s work \"plank\"")),
      ("30s, plank 30s", 6, label("30s, 30s work \"plank\"")),
      ("pushups", 1, ["see the notation: intervalctl notation"]),
      ("30s, pushups", 6, ["for an interval that lasts until 'next', write 30s, open work \"pushups\""]),
      ("c25k", 1, ["see the notation: intervalctl notation"]),
      ("10 pushups", 4, ["for a number of repetitions, write open work \"10 pushups\""]),
    ] as [(String, Int, [String])])
  func `the hints for an unknown kind are the nearest kind, all kinds and a label`(
    text: String, column: Int, hints: [String]
  ) throws {
    try expect(text, column, hints)
  }

  @Test(
    arguments: [
      ("8x(400mtr run 5:00/km, 90s rest)", 15, ["write 8x(400mtr run @5:00/km, 90s rest)"]),
      ("5km run 5:00/km", 9, ["write 5km run @5:00/km"]),
      ("5km run at 5:00/km", 9, ["write 5km run @5:00/km"]), ("5km run pace 5:00/km", 9, ["write 5km run @5:00/km"]),
      ("5km 5:00/km", 5, ["write 5km @5:00/km"]), ("30s 5:00/km", 5, ["write 30s @5:00/km"]),
      ("30s 6mph", 5, ["write 30s @6mph"]),
      ("5km run 6 mph", 9, ["write 5km run @6mph"]), ("5km run 5/km", 9, ["write 5km run @5:00/km"]),
      ("5km run 5:00", 9, ["write 5km run @5:00/km"]),
      (
        "3mi run 8:00", 9,
        ["if 8:00 is the total time, write 3mi run @2:40/mi", "if 8:00 is the pace, write 3mi run @8:00/mi"]
      ),
      ("5km run @5'30/km", 11, ["write 5km run @5:30/km"]), ("5km run @5'30\"/km", 11, ["write 5km run @5:30/km"]),
      ("5km run @5’30”/km", 11, ["write 5km run @5:30/km"]),
      ("5km run @5′30″ per mile", 11, ["write 5km run @5:30/mi"]),
      ("5km run 5'30/km", 9, ["write 5km run @5:30/km"]), ("5km run @5m30s/km", 11, ["write 5km run @5:30/km"]),
      ("5km run @5 min 30/km", 12, ["write 5km run @5:30/km"]), ("5km run @5'30", 11, ["write 5km run @1:06/km"]),
      ("5:00/km run", 5, ["for an interval that lasts until 'next', write open run @5:00/km"]),
      ("6mph run", 2, ["for an interval that lasts until 'next', write open run @6mph"]),
      ("@5:00/km 5km", 1, ["write 5km @5:00/km"]),
      ("5km @5:00/km run", 14, ["write 5km run @5:00/km"]), ("5km run in 25:00", 9, ["write 5km run @5:00/km"]),
    ] as [(String, Int, [String])])
  func `the hint for a pace in another notation is the same pace in plan notation`(
    text: String, column: Int, hints: [String]
  ) throws {
    try expect(text, column, hints)
  }

  @Test(
    arguments: [
      ("5km run", 1, ["write 5km run @6:00/km", "or set it for every run, in the settings: pace run 6:00/km"]),
      ("5mi run", 1, ["write 5mi run @10:00/mi", "or set it for every run, in the settings: pace run 10:00/mi"]),
      ("5km", 1, ["write 5km run @6:00/km"]), ("8x(400mtr)", 4, ["write 400mtr run @6:00/km"]),
      ("1km walk", 1, ["write 1km walk @10:00/km", "or set it for every walk, in the settings: pace walk 10:00/km"]),
      ("until 5km (30s, 1m rest)", 12, ["write 30s run @6:00/km"]),
      (
        "30s @6mph, 5km run \"hills\"", 12,
        [
          "write 5km run @10:00/mi", "or set it for every run, in the settings: pace run 10:00/mi",
        ]
      ),
      ("distance-units mi\nhalf", 1, ["write half run @10:00/mi"]),
      ("pace-units kph\nhalf", 1, ["write half run @6:00/km"]),
      ("pace walk 16:30/mi\nhalf", 1, ["write half run @10:00/mi"]),
      (
        "half run", 1,
        [
          "write half run @10:00/mi or half run @6:00/km",
          "or set it for every run, in the settings: pace run 10:00/mi or pace run 6:00/km",
        ]
      ),
    ] as [(String, Int, [String])])
  func `the hint for a missing pace has the unit of the plan or of its settings, or both units`(
    text: String, column: Int, hints: [String]
  ) throws {
    try expect(text, column, hints)
  }

  @Test func `the hint for a missing pace has the unit of the configuration if the plan has no unit`() throws {
    let file = try PlanFile("half")
    for (configuration, pace) in [("distance-units km", "6:00/km"), ("pace-units mph", "10:00/mi")] {
      let settings = try readConfiguration(configuration)
      let error = try #require(throws: NotationError.self) { try file.workout(over: settings) }
      #expect(error.hints == ["write half run @\(pace)"])
    }
  }

  @Test(
    arguments: [
      ("30s run “easy”", 9, ["write 30s run \"easy\""]),
      ("30s run „easy“", 9, ["write 30s run \"easy\""]),
      ("“easy” 30s", 1, ["write 30s \"easy\""]), ("30s run 'easy'", 9, ["write 30s run \"easy\""]),
      ("30s run easy", 9, ["put other words in quotes, as a label: 30s run \"easy\""]),
      ("30s run (easy), 1m", 9, ["put other words in quotes, as a label: 30s run \"easy\", 1m"]),
      ("30s run @5:00/km easy", 18, ["put other words in quotes, as a label: 30s run @5:00/km \"easy\""]),
      ("30s \"run\" walk", 11, ["write 30s walk \"run\""]),
      ("30s run \"x\" @5:00/km", 13, ["write 30s run @5:00/km \"x\""]),
      ("\"easy\" 30s run", 1, ["write 30s run \"easy\""]),
    ] as [(String, Int, [String])])
  func `the hint for a misplaced or wrongly quoted label is the correct form`(
    text: String, column: Int, hints: [String]
  ) throws {
    try expect(text, column, hints)
  }

  @Test(
    arguments: [
      ("30s run then 30s walk", 9, ["write 30s run, 30s walk"]),
      ("30s run and walk 30s", 9, ["write 30s run, 30s walk"]), ("30s run / 30s walk", 9, ["write 30s run, 30s walk"]),
      ("30s run + 30s walk", 9, ["write 30s run, 30s walk"]), ("30s run; 30s walk", 8, ["write 30s run, 30s walk"]),
      ("30s run -> 30s walk", 9, ["write 30s run, 30s walk"]),
      ("4x(30s run/30s walk)", 11, ["write 4x(30s run, 30s walk)"]),
      ("run 30s walk 30s", 9, ["write 30s run, 30s walk"]),
      ("30s run then forever 30s", 9, ["write 30s run, forever 30s"]),
      ("5m warmup until 5km (30s run)", 11, ["with your own pace, write 5m warmup, until 5km (30s run @6:00/km)"]),
      ("5x1k @4:00/km 2m rest", 15, ["write 5x(1km @4:00/km, 2m rest)"]),
      ("20s work / 10s rest x 8", 10, ["write 8x(20s work, 10s rest)"]),
      ("1m, 3x(20s work + 10s rest x8)", 17, ["write 1m, 3x(8x(20s work, 10s rest))"]),
      ("30/30", 1, ["write 30s run, 30s walk"]), ("30/30 x 10", 1, ["write 10x(30s run, 30s walk)"]),
      ("5km in 25 min", 5, ["write 5km @5:00/km"]), ("5k run in 25:00", 8, ["write 5km run @5:00/km"]),
      ("4 x 30/30", 5, ["write 4x(30s run, 30s walk)"]),
      ("until 5km 60 / 90", 11, ["with your own pace, write until 5km (60s run @6:00/km, 90s walk @10:00/km)"]),
      ("3/1", 1, ["write 3m run, 1m walk"]),
      ("4x[30s run, 30s walk]", 3, ["write 4x(30s run, 30s walk)"]), ("4x: 30s run", 3, ["write 4x(30s run)"]),
      ("until 30m: 1m run", 10, ["write until 30m (1m run)"]),
      ("4x(30s run, 30s walk]", 21, ["write 4x(30s run, 30s walk)"]),
      ("4*(30s)", 2, ["write 4x(30s)"]), ("4 (30s)", 3, ["write 4x(30s)"]), ("4 [30s]", 3, ["write 4x(30s)"]),
      ("(30s run, 30s walk)x4", 1, ["write 4x(30s run, 30s walk)"]),
      ("[30s] x 4", 1, ["write 4x(30s)"]),
      ("(30s) until 5km", 1, ["with your own pace, write until 5km (30s @6:00/km)"]),
      ("30s run x 4", 9, ["write 4x(30s run)"]),
      ("30s run 4 times", 9, ["write 4x(30s run)"]), ("30s 4 times", 5, ["write 4x(30s)"]),
      ("30s run repeat 5", 9, ["write 5x(30s run)"]),
      (
        "4x(30s run, 30s walk), 60s walk until 10mi", 33,
        ["with your own pace, write until 10mi (4x(30s run @10:00/mi, 30s walk @16:30/mi), 60s walk @16:30/mi)"]
      ),
      ("60s walk forever", 10, ["write forever 60s walk"]), ("for 5m (30s run)", 1, ["write until 5m (30s run)"]),
      ("30s, for 5m (30s run)", 6, ["write 30s, until 5m (30s run)"]), ("for 5m run", 1, ["write 5m run"]),
      ("run for 20 minutes", 5, ["write 20m run"]),
      ("repeat (30s)", 1, ["write forever 30s"]),
      ("- 30s run\n- 30s walk", 1, ["write 30s run"]), ("-5s run", 1, ["write 5s run"]),
      ("30 run", 1, ["write 30s for seconds, 30m for minutes, or 30km, 30mi, 30mtr"]),
      ("5'30 run", 2, ["write 5m30s run"]), ("30″ run", 3, ["write 30s run"]),
    ] as [(String, Int, [String])])
  func `the hint for a list or a repeat in another notation is its form in plan notation`(
    text: String, column: Int, hints: [String]
  ) throws {
    try expect(text, column, hints)
  }

  /// Each case has a configuration with an error, and the column, the message and the hints of the error.
  @Test(
    arguments: [
      ("sound run bell", 11, "found 'bell', expected a sound, as a text in quotes", ["write sound run \"bell\""]),
      ("say start ‘go’ # x", 11, "found '‘', expected a text in quotes", ["write say start \"go\""]),
      (
        "hook finish logger", 13, "found 'logger', expected a program, as a text in quotes",
        ["write the program's full path in quotes, such as hook finish \"/usr/bin/logger\""]
      ),
      (
        "hook finish /bin/logger -t x", 13, "found '/', expected a program, as a text in quotes",
        ["write hook finish \"/bin/logger\" \"-t\" \"x\""]
      ),
      (
        "hook finish \"/bin/logger\" -t x", 27, "found '-t', expected an argument, as a text in quotes",
        ["write hook finish \"/bin/logger\" \"-t\" \"x\""]
      ),
      ("hook finish", 12, "found the end, expected a program, as a text in quotes", []),
      ("units mi", 1, "unknown setting 'units'", ["write distance-units mi"]),
      ("units min/km", 1, "unknown setting 'units'", ["write pace-units min/km"]),
      ("units minutes/mile", 1, "unknown setting 'units'", ["write pace-units min/mi"]),
      ("units", 1, "unknown setting 'units'", ["did you mean 'distance-units' or 'pace-units'?"]),
      ("lead-in = 5s", 9, "found '=', expected a value", ["leave out '=': lead-in 5s"]),
      ("lead-in: 5s", 8, "found ':', expected a value", ["leave out ':': lead-in 5s"]),
      ("pace run=5:00/km", 9, "found '=', expected a value", ["leave out '=': pace run 5:00/km"]),
      ("sound run = \"bell\"", 11, "found '=', expected a value", ["leave out '=': sound run \"bell\""]),
      ("cue start = sound", 11, "found '=', expected a value", ["leave out '=': cue start sound"]),
      (
        "notifications off", 1, "unknown setting 'notifications'",
        ["did you mean 'notify'?", "for a single cue, list its channels, such as 'cue start sound voice'"]
      ),
      ("beeps off", 1, "unknown setting 'beeps'", ["did you mean 'sound'?"]),
      ("leadin 5s", 1, "unknown setting 'leadin'", ["did you mean 'lead-in'?"]),
      ("pushups", 1, "unknown setting 'pushups'", ["intervald.conf(5) lists all settings"]),
      (
        "[sound]", 1, "found '[', expected a setting",
        ["leave section headings out: each line is a setting and its value"]
      ),
      ("30s run", 1, "found '30s', expected a setting", ["write the plan to its own file, plans/NAME.plan"]),
      ("name \"x\"", 1, "'name' can only be set in a plan", ["put it in a plan file"]),
      ("sound \"bell\"", 7, "found '\"', expected on, off, a kind or a cue", ["write sound run \"bell\""]),
      ("sound false", 7, "found 'false', expected on or off", ["write off"]),
      (
        "pace easy 5:00/km", 6, "found 'easy', expected a kind: \(kinds) or interval", ["write jog"]
      ),
    ] as [(String, Int, String, [String])])
  func `the hint for a setting in another notation is its form in the configuration`(
    text: String, column: Int, message: String, hints: [String]
  ) throws {
    let error = try #require(throws: NotationError.self) { try readConfiguration(text) }
    #expect(error.message == message)
    #expect(error.hints == hints)
    #expect(error.column == column)
  }

  @Test func `several hints are joined to one text for a log`() throws {
    let error = try #require(throws: NotationError.self) { try PlanFile("5m break") }
    #expect(error.hint == Self.label("5m rest \"break\"", "rest").joined(separator: "; "))
    let none = try #require(throws: NotationError.self) { try PlanFile("0s") }
    #expect(none.hint == nil)
    #expect(none.hints.isEmpty)
  }

  @Test(arguments: [
    "30s %", "30s run %", "%30s run", "30s run x 4%", "30s + 30s%x 8", "%(30s) x 4", "name %", "30s “%", "4x %/30",
    "until 5km % (30s)", "lead-in = %\n30s", "hook finish %", "units %",
  ])
  func `the error in a long text is found quickly`(pattern: String) throws {
    for filler in ["squats ", "30s, ", "(", "x 4 ", "é", "“", "30s run / ", "\\\" "] {
      let count = (65_000 - pattern.utf8.count) / filler.utf8.count
      let text = pattern.replacing("%", with: String(repeating: filler, count: count))
      let time = ContinuousClock().measure {
        _ = try? PlanFile(text)
        _ = try? readConfiguration(text)
      }
      #expect(time < .seconds(1), "\(pattern) with \(filler): \(time)")
    }
  }

  private func expect(
    _ text: String, _ column: Int, _ hints: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let error = try #require(throws: NotationError.self, sourceLocation: sourceLocation) {
      try PlanFile(text).workout(over: Settings())
    }
    #expect(error.hints == hints, sourceLocation: sourceLocation)
    #expect(error.column == column, sourceLocation: sourceLocation)
  }
}
