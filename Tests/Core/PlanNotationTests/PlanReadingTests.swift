import PlanNotation
import TestSupport
import Testing
import Text
import WorkoutModel

@Suite struct PlanReadingTests {
  @Test(arguments: [
    ("30s", "30s"),
    ("  4 X ( 30 S Run ,30s WALK )  ,60 s walk ", "4x(30s run, 30s walk), 1m walk"),
    ("4x(30s run, 30s walk), 60s walk", "4x(30s run, 30s walk), 1m walk"),
    ("4xrun 30s", "4x(30s run)"), ("4×(30s)", "4x(30s)"), ("forever 30s", "forever 30s"),
    ("forever (30s)", "forever 30s"),
    ("forever (30s run, 30s walk)", "forever (30s run, 30s walk)"), ("forever 2x30s", ""),
    ("run 30s", "30s run"), ("open", "open"),
    ("walk open \"until you are ready\"", "open walk \"until you are ready\""),
    ("1:30", "1m30s"), ("0:45", "45s"), ("75:00", "1h15m"), ("599:59", "9h59m59s"), ("1:05:00", "1h5m"),
    ("0:30.5", "30.5s"),
    ("1m30s", "1m30s"), ("1m 30s", "1m30s"), ("1h2m", "1h2m"), ("1.5m", "1m30s"),
    ("2 hours 5 min 1.25 seconds", "2h5m1.25s"),
    ("5km run @6:00/km", "5km run @6:00/km"), ("5k run@6:00/kilometre", "5km run @6:00/km"),
    ("3.1 miles @ 10:00 / mile", "3.1mi @10:00/mi"), ("400mtr @4m/s", "400mtr @4m/s"),
    ("400 metres @ 14.4 km/h", "400mtr @14.4kph"),
    ("half @12kmh", "half @12kph"), ("Half Marathon run @6.02 MPH", "half run @6.02mph"),
    ("marathon @10:00/mi", "marathon @10:00/mi"),
    ("until 5km (30s run @11:30/mi, 40s walk @16:30/mi)", "until 5km (30s run @11:30/mi, 40s walk @16:30/mi)"),
    ("5m warmup, until 20m 30s run", ""), ("until 20m run 30s", "until 20m (30s run)"),
    ("30s \"a \\\"b\\\" \\\\ ## é\"", "30s \"a \\\"b\\\" \\\\ ## é\""),
    ("30s run # first\r\n\r\n# between\r\n  30s walk", "30s run, 30s walk"),
    ("3x(\n  30s run # fast\n\n  30s walk\n)\n,\n1m", "3x(30s run, 30s walk), 1m"),
    ("0.25km @6:00/km", "0.25km @6:00/km"), ("30s @9:58.4/mi", "30s @9:58.4/mi"),
    ("30s @9:05.04/mi", "30s @9:05.04/mi"),
    ("\u{FEFF}30s", "30s"),
    ("30\u{A0}s run, 30 s walk", "30s run, 30s walk"), ("30\u{202F}s\u{2009}run\u{3000},\u{200B}1m", "30s run, 1m"),
    ("5m warm up, 5m  Warm-Up, warmups 5m", "5m warmup, 5m warmup, 5m warmup"), ("warm-up 5m", "5m warmup"),
    ("5m cool down @5kph, 1m recovery \"x\"", "5m cooldown @5kph, 1m recover \"x\""),
    ("pace warm-up 5kph\npace recovery 4kph\nwarm up 1m", "1m warmup"),
    ("3x(1m running, 1m walks), 1m rests", "3x(1m run, 1m walk), 1m rest"), ("1m warm", ""), ("1m up", ""),
  ])
  func `a plan is printed in canonical notation`(text: String, notation: String) throws {
    guard !notation.isEmpty else {
      #expect(throws: NotationError.self) { try PlanFile(text) }
      return
    }
    let plan = try PlanFile(text).plan
    #expect(plan.notation == notation)
    #expect(try PlanFile(plan.notation).plan == plan)
  }

  @Test(arguments: [
    ("2% run", "2h run", ["h", "hr", "hrs", "hour", "hours"]),
    ("2% run", "2m run", ["m", "min", "mins", "minute", "minutes"]),
    ("2% run", "2s run", ["s", "sec", "secs", "second", "seconds"]),
    ("2% run", "2mi run", ["mi", "mile", "miles"]),
    ("2% run", "2km run", ["km", "k", "kilometer", "kilometers", "kilometre", "kilometres"]),
    ("2% run", "2mtr run", ["mtr", "meter", "meters", "metre", "metres"]),
    ("1m @6:00/%", "1m @6:00/mi", ["mi", "mile", "miles"]),
    ("1m @6:00/%", "1m @6:00/km", ["km", "k", "kilometer", "kilometers", "kilometre", "kilometres"]),
    ("1m @6%", "1m @6kph", ["kph", "kmh", "km/h"]), ("1m @6%", "1m @6mph", ["mph"]), ("1m @6%", "1m @6m/s", ["m/s"]),
    ("%@6mph", "half @6mph", ["half", "half marathon"]), ("%@6mph", "marathon @6mph", ["marathon"]),
    ("2%1m", "2x(1m)", ["x", "×"]),
  ])
  func `every unit is accepted in its long forms, in any case and with or without a space`(
    pattern: String, notation: String, spellings: [String]
  ) throws {
    for spelling in spellings.flatMap({ [$0, $0.uppercased(), " \($0) "] }) {
      let text = pattern.split(separator: "%", omittingEmptySubsequences: false).joined(separator: spelling)
      #expect(try PlanFile(text).plan.notation == notation, "\(text)")
    }
  }

  /// A line end is allowed between steps, after an opening parenthesis and before a closing parenthesis, and nowhere
  /// else.
  @Test func `blank lines and comments are allowed wherever a line end is allowed`() throws {
    let tokens = [
      "4x", "(", "30s", "run", "@6mph", "\"a\"", ",", "until", "5km", "(", "1m", "@6mph", ")", ")", ",", "2m",
    ]
    let plan = try PlanFile(tokens.joined(separator: " ")).plan
    let free = [2, 6, 7, 10, 12, 13, 14, 15]
    for index in 1..<tokens.count {
      for end in ["\n", "\r\n", "# (so) \"\n", "\n\n \t# é\r\n\n"] {
        let text = tokens[..<index].joined(separator: " ") + end + tokens[index...].joined(separator: " ")
        #expect((try? PlanFile(text).plan == plan) == (free.contains(index) ? true : nil), "\(text)")
      }
    }
  }

  @Test func `a body without parentheses belongs to the last step of its list`() throws {
    let plan = try PlanFile("5m warmup, 4x(1m rest, 2x 30s run)").plan
    #expect(plan.notation == "5m warmup, 4x(1m rest, 2x(30s run))")
  }

  @Test func `a plan file consists of settings and steps`() throws {
    let file = try PlanFile(
      """
      name  "Long run, 30/30"   # the title
      about "Four sets."

      PACE Run  11:30/mi
      pace walk 16:30/mi
      lead-in 10s
      skip-last walk
      distance-units mi
      pace-units mph
      sound off
      5m warmup
      until 10mi (
        4x(30s run, 30s walk)
        60s walk
      )
      5m cooldown
      """)
    var settings = Settings()
    settings.name = "Long run, 30/30"
    settings.about = "Four sets."
    settings.paces = [.run: .time(.seconds(690), per: .miles), .walk: .time(.seconds(990), per: .miles)]
    settings.leadIn = .seconds(10)
    settings.skipLast = .kind(.walk)
    settings.distanceUnits = .miles
    settings.paceUnits = .milesPerHour
    settings.sound = false
    #expect(file.settings == settings)
    #expect(file.plan.notation == "5m warmup, until 10mi (4x(30s run, 30s walk), 1m walk), 5m cooldown")
    let again = try PlanFile(file.settings.notation + file.plan.notation)
    #expect(again.settings == file.settings)
    #expect(again.plan == file.plan)
  }

  @Test(arguments: [
    ("distance-units Miles", "distance-units mi"), ("distance-units kilometre", "distance-units km"),
    ("pace-units minutes/mile", "pace-units min/mi"), ("pace-units min/km", "pace-units min/km"),
    ("pace-units kmh", "pace-units kph"), ("pace-units km/h", "pace-units kph"), ("pace-units MPH", "pace-units mph"),
  ])
  func `the settings of units are accepted in long forms and printed in short forms`(text: String, printed: String)
    throws
  {
    #expect(try readConfiguration(text).notation == "\(printed)\n")
  }

  @Test(arguments: [
    "distance-units mtr", "pace-units km", "pace-units min", "pace-units s/km", "pace-units min/m", "pace-units m/s",
  ])
  func `an unknown unit in a setting is an error`(text: String) {
    #expect(throws: NotationError.self) { try readConfiguration(text) }
  }

  @Test func `the pace of an interval is its own, or the pace in the plan, or the pace in the configuration`() throws {
    let configuration = try readConfiguration("pace run 9:00/mi\npace walk 15:00/mi\n")
    let workout = try PlanFile("pace run 8:00/mi\n1mi run, 1mi run @7:00/mi, 1mi walk").workout(over: configuration)
    #expect(workout.plan.notation == "1mi run @8:00/mi, 1mi run @7:00/mi, 1mi walk @15:00/mi")
    #expect(workout.timeline.totals.duration?.inMilliseconds == 30 * 60_000)
  }

  @Test(arguments: [
    ("8x(20s work, 10s rest)", "rest", 15, 230), ("3x(8x(20s work, 10s rest), 60s rest)", "rest", 50, 840),
    ("2x(3x(20s work, 10s rest))", "rest", 11, 170), ("8x(20s work, 10s rest)", "walk", 16, 240),
    ("8x(20s work, 10s rest), 10s rest", "rest", 17, 250), ("until 4m (20s work, 10s rest)", "rest", 16, 240),
    ("1x(10s rest)", "rest", 1, 10), ("20s work, 1x(10s rest)", "rest", 1, 20),
    ("3x(20s work, 2x(10s rest))", "rest", 8, 110),
    ("2x(20s work, until 10s (5s rest))", "rest", 6, 60), ("2x(10s rest)", "off", 2, 20),
  ])
  func `skip-last drops the last interval of a counted repeat at the end`(
    plan: String, kind: String, count: Int, seconds: Int
  )
    throws
  {
    let timeline = try PlanFile("skip-last \(kind)\n\(plan)").workout(over: Settings()).timeline
    #expect(timeline.totals.intervals == count)
    #expect(timeline.totals.duration == .seconds(seconds))
  }

  @Test func `the last round has the same number without the skipped rest interval`() throws {
    let timeline = try PlanFile("skip-last rest\n8x(20s work, 10s rest)").workout(over: Settings()).timeline
    let last = try #require(timeline.position(at: .seconds(229)))
    #expect(timeline.rounds(at: last.position) == [Round(number: 8, of: 8)])
  }

  @Test(arguments: [
    ("4x(30s run)", 5), ("forever 30s", 0), ("lead-in 12s\nforever 30s", 12), ("lead-in off\n30s run", 0),
  ])
  func `a plan with kinds has a lead-in by default, and a plan without kinds does not`(text: String, seconds: Int)
    throws
  {
    #expect(try PlanFile(text).workout(over: Settings()).leadIn == .seconds(seconds))
  }

  @Test(arguments: seeds)
  func `a printed plan parses as the same plan`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let ingredients = Plan.Ingredients(hasOpenIntervals: true, hasForever: generator.oneIn(2), hasPaces: false)
    let plan = Plan.random(ingredients, using: &generator)
    #expect(try PlanFile(plan.notation).plan == plan)
  }

  @Test(arguments: seeds)
  func `a randomly changed text is parsed without a crash, and an error is located within the text`(seed: UInt64) throws
  {
    var generator = SplitMix64(seed: seed)
    let plan = Plan.random(.init(hasOpenIntervals: true, hasForever: true), using: &generator)
    let text = Array("name \"x\"\npace run 11:30/mi\n\(plan.notation)".unicodeScalars)
    for _ in 0..<50 {
      var changed = text
      for _ in 0...Int.random(in: 0...2, using: &generator) {
        let index = Int.random(in: 0..<changed.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: changed.remove(at: index)
        case 1:
          changed.insert(
            Array("()x,:@\"\\#\n 9mskо×\u{0}\u{1B}".unicodeScalars).randomElement(using: &generator) ?? "(", at: index)
        default: changed.swapAt(index, Int.random(in: 0..<changed.count, using: &generator))
        }
      }
      var string = String.UnicodeScalarView()
      string.append(contentsOf: changed)
      do {
        _ = try PlanFile(String(string)).workout(over: Settings())
      } catch {
        #expect(error.line >= 1)
        #expect(error.column >= 1)
        #expect(!error.message.isEmpty)
        #expect(!(error.message + (error.hint ?? "")).unicodeScalars.contains("\u{1B}"))
        #expect(error.column <= error.lineText.unicodeScalars.count + 1)
      }
    }
  }

  @Test(arguments: [60, 61, 599, 690, 990, 3599])
  func `a calculated pace is printed in m/s and parses as the same value`(seconds: Int) throws {
    for unit in DistanceUnit.allCases {
      let pace = Pace.speed(Pace.time(.seconds(seconds), per: unit).metresPerSecond, .metresPerSecond)
      let plan = Plan([.interval(Interval(goal: .time(.seconds(30)), pace: pace))])
      #expect(try PlanFile(plan.notation).plan == plan)
    }
  }
}

/// Tests of the calculated examples in the description of the plan notation.
@Suite struct WorkedFiguresTests {
  @Test func `4x(30s run, 30s walk), 60s walk lasts five minutes`() throws {
    let timeline = try timeline("4x(30s run, 30s walk), 60s walk")
    #expect(timeline.totals == Totals(duration: .seconds(300), metres: nil, intervals: 9))
  }

  @Test func `5 km in sets of four pairs and a minute of walking take 39:20.000 and end in round 8 of 8`() throws {
    let body = "(4x(30s run @6:00/km, 30s walk @10:00/km), 60s walk @10:00/km)"
    let timeline = try timeline("until 5km \(body)")
    #expect(timeline.totals.duration?.inMilliseconds == 2_360_000)
    #expect(abs((timeline.totals.metres ?? 0) - 5000) < 1e-9)
    let last = try #require(timeline.position(at: .milliseconds(2_359_999)))
    #expect(timeline.rounds(at: last.position) == [Round(number: 8, of: 8, inner: 1)])
    #expect(timeline.interval(at: last.position).duration?.inMilliseconds == 20_000)
    #expect(timeline.interval(at: last.position).interval.goal == .time(.seconds(60)))
    #expect(timeline.totals.intervals == 7 * 9 + 9)

    let eight = try self.timeline("8x\(body)").totals
    #expect(eight.duration == .seconds(2400))
    #expect(decimalText(try #require(eight.metres), decimals: 2) == "5066.67")
  }

  @Test func `5 km in sets of 30 s running and 40 s walking take 43:12.215, at 13:54.5 per mile`() throws {
    let set = "(30s run @11:30/mi, 40s walk @16:30/mi)"
    let total = try timeline("until 5km \(set)").totals
    #expect(total.duration?.inMilliseconds == 2_592_215)
    #expect(total.intervals == 75)

    let average = try #require(try timeline("1x\(set)").totals.averageMetresPerSecond)
    #expect(Duration.seconds(1609.344 / average).clockText(tenths: true) == "13:54.5")
    let atAverage = Duration.seconds(5000 / average)
    #expect(atAverage.clockText(tenths: true) == "43:12.7")
    #expect(atAverage.clockText() == "43:13")
  }

  private func timeline(_ text: String) throws -> Timeline {
    try PlanFile(text).workout(over: Settings()).timeline
  }
}
