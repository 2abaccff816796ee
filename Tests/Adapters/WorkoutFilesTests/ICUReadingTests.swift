import PlanNotation
import Testing
import WorkoutFiles
import WorkoutModel

/// Tests of single lines in the text format of intervals.icu.
@Suite struct ICUReadingTests {
  private func imported(_ text: String) throws -> ImportedWorkout {
    try ImportedWorkout(Array(text.utf8), format: .icu, per: .kilometres)
  }

  @Test(arguments: [
    (
      "- First prompt at 0s 33^2nd prompt at 33s <!> 10m ramp 25-75%",
      "10m run \"First prompt at 0s, 2nd prompt at 33s, ramp 25-75%\"",
      [
        "\"2nd prompt at 33s\" is shown at the beginning of its interval, not after 33 s",
        "ramp 25-75% becomes a label",
      ]
    ),
    (
      "- 20^Faster 40^Rest<!>Walk 1m", "1m walk \"Faster, Rest\"",
      [
        "\"Faster\" is shown at the beginning of its interval, not after 20 s",
        "\"Rest\" is shown at the beginning of its interval, not after 40 s",
      ]
    ),
    ("- a^b c <!> 30s", "30s run \"a^b c\"", []),
    ("- Walk <!> 30s", "30s walk", []),
    ("- <!> 30s", "30s run", []),
  ])
  func `everything before <!> is prompts`(_ line: String, _ plan: String, _ losses: [String]) throws {
    let imported = try imported(line)
    #expect(imported.plan.notation == plan)
    #expect(imported.report.losses.map(\.words) == losses)
  }

  @Test(arguments: [
    ("- 6x 30s 130%", "6x(30s run \"130%\")"),
    ("- 6 x 30s", "6x(30s run)"),
    ("- 6x30s", "6x(30s run)"),
    ("- Strides 6× 20s", "6x(20s run \"Strides\")"),
    ("- 3x 30s 100%, 90s 50%", "3x(30s run \"100%\", 1m30s run \"50%\")"),
    ("- 3x 30s, rest 90s, 10 s", "3x(30s run, 1m30s rest, 10s run)"),
    ("- 3x (30s 100%, 90s 50%)", "3x(30s run \"100%\", 1m30s run \"50%\")"),
    ("- 3x(400mtr 4:00/km Pace, 1m 0)", "3x(400mtr run @4:00/km, 1m rest)"),
    ("- 10m, 5m easy", "10m run, 5m run \"easy\""),
    ("- 30s 100%,60s 50%", "30s run \"100%\", 1m run \"50%\""),
    ("- 10m,5 min,30s easy", "10m run, 5m run, 30s run \"easy\""),
    ("- 3x(400mtr 4:00/km Pace,1m 0)", "3x(400mtr run @4:00/km, 1m rest)"),
    ("- 6x30s,60s", "6x(30s run, 1m run)"),
    ("- 2 km,30s", "2km run, 30s run"),
    ("- 10m 5:00,rest 60s", "10m run @5:00/km, 1m rest"),
    ("- Easy,30s 10m", "10m run \"Easy,30s\""),
    ("- 30s 100,5m", "30s run \"100,5m\""),
    ("- 1x 30s", "30s run"),
    ("- 1m rest", "1m rest"), ("- 1m Walk", "1m walk"), ("- 5m Cooldown", "5m cooldown"),
    ("- 2m easy walk", "2m walk \"easy\""), ("- 5m 50% HR rest", "5m rest \"50% HR\""),
    ("- 5m no rest", "5m run \"no rest\""), ("- 3m hard then rest", "3m run \"hard then rest\""),
    ("- 400mtr 4:00/km Pace 90s rest", "400mtr run @4:00/km, 1m30s rest"),
    ("- 400mtr 4:00/km - 90s rest", "400mtr run @4:00/km, 1m30s rest"),
    ("- 400mtr 90s rest 5m cooldown", "400mtr run, 1m30s rest, 5m cooldown"),
    ("- 60s Z5, jog down 90s", "1m run \"Z5, jog down 90s\""), ("- 3m Z4 + 2m Z1", "3m run \"Z4\", 2m run \"Z1\""),
    ("- 90s rest 1m run", "1m30s rest, 1m run"), ("- 1h 30m walk", "1h30m walk"),
    ("- 400mtr 90s walk 400mtr 90s walk", "400mtr run, 1m30s walk, 400mtr run, 1m30s walk"),
    ("- 2km warmup 5km tempo 1km cooldown", "2km warmup, 5km run \"tempo\", 1km cooldown"),
    ("- 10m Warm up", "10m warmup"), ("- 10m easy warm up", "10m warmup \"easy\""),
    ("- 2km warm up 5km tempo, cool down 1km", "2km warmup, 5km run \"tempo\", 1km cooldown"),
    ("- 10m **Warm up**", "10m warmup"), ("- 10m warm up 5m rest", "10m warmup, 5m rest"),
    ("- 3x (warm up 30s, 90s rest)", "3x(30s warmup, 1m30s rest)"), ("- Cool down: 5m", "5m cooldown"),
    ("- Warm up 10m", "10m warmup"), ("- warm, 10m up", "10m run \"warm, up\""),
    ("- 10m now warm up", "10m run \"now warm up\""),
    ("- 5m jog 20m Z3", "5m jog, 20m run \"Z3\""), ("- Jog 1m Walk 1m Jog 1m", "1m jog, 1m walk, 1m jog"),
    ("- 1km @4:00/km rest for 90s", "1km run @4:00/km, 1m30s rest"),
    ("- 1km @4:00/km 2min rest 1km @4:30/km", "1km run @4:00/km, 2m rest, 1km run @4:30/km"),
    ("- 400mtr in 90s rest 90s", "400mtr run \"in 90s\", 1m30s rest"),
    ("- 30m Z2 including 5m warmup", "30m run \"Z2 including 5m warmup\""),
    ("- 3 x (1m fast, 1m slow)", "3x(1m run \"fast\", 1m run \"slow\")"),
    ("- 3x (Easy 30s, 90s)", "3x(30s run \"Easy\", 1m30s run)"),
    ("- Tempo (total 20 min) 10m", "10m run \"Tempo (total 20 min)\""), ("- rest easy 3m", "3m rest \"rest easy\""),
    ("- Strides 6x20s with 60s walk", "6x(20s run \"Strides\", 1m walk)"),
    ("- Easy walk 2m", "2m walk \"Easy walk\""), ("- Rest between sets 3m", "3m rest \"Rest between sets\""),
    ("- Rest – 2m", "2m rest"), ("- Rest 3m walk", "3m rest \"walk\""), ("- 10m cool-down", "10m cooldown"),
    ("- 2m active recovery", "2m recover \"active\""), ("- Walk 2m intensity=rest", "2m walk"),
    ("- 10m@5:00/km", "10m run @5:00/km"), ("- 5:00/km 10m", "10m run @5:00/km"),
    ("- 10m 10:30 min/mile", "10m run @10:30/mi"), ("- 10m 5:00 / km", "10m run @5:00/km"),
    ("- 10m 4'30\"/km", "10m run @4:30/km"),
    ("- 10m 4:00 to 4:10/km", "10m run @4:05/km"), ("- Set 2 (30s)", "30s run \"Set 2\""),
    ("- **10m** Z2", "10m run \"Z2\""), ("- Tempo (20 min total) 10m", "10m run \"Tempo (20 min total)\""),
    ("- 1 Stunde 30 Min", "1h30m run"),
    ("- 1km 4:30/km Pace (5m rest between sets)", "1km run @4:30/km, 5m rest \"between sets\""),
    ("- 10m Z2, then 5m Z1", "10m run \"Z2\", 5m run \"Z1\""), ("- Easy, 10m Z2", "10m run \"Easy, Z2\""),
    ("- 5K pace, 400mtr, 1m", "400mtr run \"5K pace\", 1m run"), ("–10m", "10m run"), ("− 10m", "10m run"),
    ("Main 2x\n- 4x 30s\n- 2m", "2x(4x(30s run), 2m run)"),
  ])
  func `a line can contain rounds and several steps`(_ text: String, _ plan: String) throws {
    #expect(try imported(text).plan.notation == plan)
  }

  @Test(arguments: [
    ("- 20s 0", "20s rest"), ("- 20s 0%", "20s rest"), ("- Rest 20s 0w", "20s rest"),
    ("- Easy 20s 0", "20s rest \"Easy\""),
    ("- 2 hours", "2h run"), ("- 5 minutes", "5m run"), ("- 1 hour 30 minutes", "1h30m run"),
    ("- 90 seconds, 1 minute", "1m30s run, 1m run"), ("- 1h 5m 10s", "1h5m10s run"), ("- 3 kilometres", "3km run"),
    ("- 10m\n---\n- 5m", "10m run, 5m run"), ("Easy\n***\n- 5m\n\n* * *\n- 1m", "5m run, 1m run"),
    ("4x\n---\n- 1m", "4x(1m run)"),
  ])
  func `a rest, a time in words and a separator are imported without loss`(_ text: String, _ plan: String) throws {
    let imported = try imported(text)
    #expect(imported.plan.notation == plan)
    #expect(imported.report.losses == [])
  }

  @Test(arguments: [
    ("- 1mi 8:00 Pace", "1mi run @8:00/mi", ["\"8:00\": read as 8:00/mi"]),
    ("- 10m 5:00", "10m run @5:00/km", ["\"5:00\": read as 5:00/km"]),
    (
      "- 10m 5:00-5:30", "10m run @5:15/km",
      ["\"5:00-5:30\": read as 5:00/km to 5:30/km", "5:00/km to 5:30/km became 5:15/km"]
    ),
    ("- 5km 25:00", "5km run @5:00/km", ["\"25:00\": read as the time for 5km: 5:00/km"]),
    ("- 400mtr 1:30", "400mtr run @3:45/km", ["\"1:30\": read as the time for 400mtr: 3:45/km"]),
    (
      "- 21.1km 1:45:00 HM", "21.1km run @4:58.6/km \"HM\"",
      [
        "\"1:45:00\": read as the time for 21.1km: 4:58.6/km", "HM becomes a label",
      ]
    ),
    ("- 5km 5:00", "5km run @5:00/km", ["\"5:00\": read as 5:00/km"]),
    ("- 170m", "2h50m run", ["\"170m\": read as 2h50m, not as metres"]),
    ("- 45:00 easy", "45m run \"easy\"", ["\"45:00\": read as 45m", "easy becomes a label"]),
    ("- 400mtr 1:30 rest", "400mtr run, 1m30s rest", ["\"1:30\": read as 1m30s"]),
    ("- 5m 30s rest", "5m run, 30s rest", ["\"5m 30s rest\": read as 5m and 30s rest"]),
    ("- 5m, 30s\n- 5m + 30s", "5m run, 30s run, 5m run, 30s run", []),
    ("- 1,5km", "1.5km run", ["\"1,5km\": read as 1.5km"]),
    ("- 2km @ 5:10", "2km run @5:10/km", ["\"@ 5:10\": read as 5:10/km"]),
    (
      "- 5km 24:00-25:00", "5km run @4:54/km",
      [
        "\"24:00-25:00\": read as the time for 5km: 4:48/km to 5:00/km", "4:48/km to 5:00/km became 4:54/km",
      ]
    ),
    ("- 300 m", "5h run", ["\"300m\": read as 5h, not as metres"]),
  ])
  func `an assumption about a value is reported`(_ line: String, _ plan: String, _ losses: [String]) throws {
    let imported = try imported(line)
    #expect(imported.plan.notation == plan)
    #expect(imported.report.losses.map(\.words) == losses)
  }

  @Test(arguments: [
    ("8 x 400m Track\nWarmup\n- 10m\n\nMain 8x\n- 1m", "10m warmup, 8x(1m run)", nil),
    ("8 x 400mtr Track\n\nEasy\n- 10m\n\nMain 8x\n- 1m", "10m run, 8x(1m run)", "8 x 400mtr Track"),
    ("Track 8x\n\nWarmup\n- 10m\n\n8x\n- 1m", "10m warmup, 8x(1m run)", nil),
    ("8x 400mtr hard\n- 400mtr\n- 90s rest", "8x(400mtr run, 1m30s rest)", nil),
    ("Hills 3x\n4x\n- 1m", "4x(1m run)", nil),
    ("2x\nWarmup\n- 1m", "2x(1m warmup)", nil),
    ("# Warmup\n\n- 3m\n\n**Main Set 4x**\n- 1m", "3m warmup, 4x(1m run)", nil),
    ("Main (3x)\n- 1m\n\n4x400mtr\n- 400mtr", "3x(1m run), 4x(400mtr run)", nil),
    ("Main 4x\n\nStay tall\n- 1m\n\nAgain 9x", "4x(1m run)", "Main Again 9x"),
  ])
  func `the number of rounds in a title is for the steps below`(_ text: String, _ plan: String, _ about: String?) throws
  {
    let imported = try imported(text)
    #expect(imported.plan.notation == plan)
    #expect(imported.about == about)
  }

  @Test func `a step without a length is left out with its texts and reported`() throws {
    let imported = try imported("2x\n- Easy 0m Z2\n\n3x\n- Gel 0s\n- 1m\n\n- 0 km\n- Press lap 0s")
    #expect(imported.plan.notation == "3x(1m run), open run")
    #expect(
      imported.report.losses.map(\.words) == [
        "step \"0s\" is left out, because its length is 0 (line 2)", "the label \"Easy\" is left out",
        "the label \"Z2\" is left out", "step \"0s\" is left out, because its length is 0 (line 5)",
        "the label \"Gel\" is left out", "step \"0km\" is left out, because its length is 0 (line 8)",
      ])
  }

  @Test func `a target of 0 does not change a kind in words`() throws {
    let imported = try imported("- Sprint 20s 0")
    #expect(imported.plan.notation == "20s sprint \"0\"")
    #expect(imported.report.losses.map(\.words) == ["0 becomes a label"])
  }

  @Test func `measurement modes of a watch are reported together`() throws {
    let imported = try imported("- 20s hr=lap\n- 1m power=3s\n- 30s hr=lap\n")
    #expect(imported.plan.notation == "20s run, 1m run, 30s run")
    #expect(
      imported.report.losses.map(\.words) == [
        "hr=lap is left out 2 times (first: line 1)", "power=3s is left out (line 2)",
      ])
  }

  @Test(arguments: [
    ("Warmup\nCooldown\n- 5m", "5m warmup", "the section title \"Cooldown\" is left out"),
    ("Walk: slowly\n- 5m", "5m walk", "the section title \"slowly\" is left out"),
    ("Main\n- 5m", "5m run", "the section title \"Main\" is left out"),
  ])
  func `a section title that does not specify the kind is reported`(
    _ text: String, _ plan: String, _ words: String
  ) throws {
    let imported = try imported(text)
    #expect(imported.plan.notation == plan)
    #expect(imported.report.losses.map(\.words) == [words])
  }

  @Test func `a range is reported in the order of the file`() throws {
    for range in ["7:15-7:00/km", "7:00-7:15/km"] {
      let imported = try imported("- 10m \(range) Pace")
      #expect(imported.plan.notation == "10m run @7:08/km")
      let ends = range.dropLast(3).split(separator: "-")
      #expect(imported.report.losses.map(\.words) == ["\(ends[0])/km to \(ends[1])/km became 7:08/km"])
    }
  }

  @Test(arguments: [
    ("- 0m", "the workout has no steps"),
    ("- 0x 30s", "line 1: 0 repetitions are out of range: 1 to 9999"),
    ("- 10000x 30s", "line 1: 10000 repetitions are out of range: 1 to 9999"),
    ("- 3x", "line 1: a step needs a time or a distance, such as 5m or 400mtr: '- 3x'"),
    ("- Run <!>", "line 1: a step needs a time or a distance, such as 5m or 400mtr: '- Run <!>'"),
    ("- 10m, 3x 30s", "line 1: '3x' is only for a part of the line: write this part in a line of its own"),
    ("- 3x (1m, 2m), 5m", "line 1: '3x' is only for a part of the line: write this part in a line of its own"),
    ("- 2 x 3 x 1m", "line 1: '2x' and '3x' are in the same line: write '2x' in the line above '- 3x'"),
    ("- 2x (3x 1m, 30s)", "line 1: '2x' and '3x' are in the same line: write '2x' in the line above '- 3x'"),
    ("- 400 m", "line 1: '400m' means 6h40m: write 400mtr for metres, or 6h40m for the time"),
    ("- 10m, 400m", "line 1: '400m' means 6h40m: write 400mtr for metres, or 6h40m for the time"),
  ])
  func `an invalid line is refused`(_ text: String, _ words: String) {
    let error = #expect(throws: WorkoutFileError.self) { try imported(text) }
    #expect(error?.words == words)
  }
}
