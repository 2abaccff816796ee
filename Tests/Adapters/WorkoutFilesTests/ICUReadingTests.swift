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
    ("- 1x 30s", "30s run"), ("- 1m rest", "1m rest"), ("- 1m Walk", "1m walk"), ("- 5m Cooldown", "5m cooldown"),
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
    ("- 0x 30s", "line 1: 0 repetitions are out of range: 1 to 9999"),
    ("- 10000x 30s", "line 1: 10000 repetitions are out of range: 1 to 9999"),
    ("- 3x", "line 1: a step needs a time or a distance, such as 5m or 400mtr: '- 3x'"),
    ("- Run <!>", "line 1: a step needs a time or a distance, such as 5m or 400mtr: '- Run <!>'"),
    ("- 400 m", "line 1: '400m' means 6h40m: write 400mtr for metres, or 6h40m for the time"),
    ("- 10m, 400m", "line 1: '400m' means 6h40m: write 400mtr for metres, or 6h40m for the time"),
  ])
  func `an invalid line is refused`(_ text: String, _ words: String) {
    let error = #expect(throws: WorkoutFileError.self) { try imported(text) }
    #expect(error?.words == words)
  }
}
