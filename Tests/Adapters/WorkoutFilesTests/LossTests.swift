import PlanNotation
import Testing
import WorkoutFiles
import WorkoutModel

/// One fixture for every kind of loss, to the word.
@Suite struct LossTests {
  @Test(arguments: [
    (
      "lead-in 10s\ncountdown off\n30s run", WorkoutFormat.fit,
      ["lead-in and countdown stay behind: only intervald knows such settings"]
    ),
    ("skip-last walk\n30s run", .fit, ["skip-last stays behind: only intervald knows such settings"]),
    ("skip-last rest\n8x(20s work, 10s rest)", .fit, ["skip-last rest: the last of 8 repetitions is written out"]),
    ("skip-last rest\n1x(20s work, 10s rest)", .fit, ["skip-last rest: the last of 1 repetition is written out"]),
    (
      "until 5km (30s run @6:00/km)", .fit,
      ["until 5 km: whether a watch ends it in the middle of a round is not known"]
    ),
    ("until 99h (60h run)", .tcx, ["until 99 h became 2 repetitions (120:00:00)", "60h became 18h12m15s"]),
    (
      "1m run \"easy @5:00/km\"", .zwo,
      ["\"easy @5:00/km\" became \"easy\"", "1m run \"easy @5:00/km\" became 1m run @5:00/km \"easy\""]
    ),
    ("about \"4x\"\n1m run", .icu, ["the description \"4x\" is left out"]),
    ("1.234567mi run @5:00/km", .icu, []),
    ("forever 30s", .tcx, ["forever became 99 repetitions"]),
    ("until 5km (30s run @6:00/km, 30s walk @10:00/km)", .tcx, ["until 5 km became 38 repetitions (5.07 km)"]),
    ("until 40m (1m run, 2m walk)", .icu, ["until 40 min became 14 repetitions (42:00)"]),
    ("2x(8x(1m run, 1m walk), 1m rest)", .icu, ["nested repeat unrolled 2 times"]),
    ("3x(1m run, 1m walk, 1m rest)", .zwo, ["repeat unrolled 3 times"]),
    ("1x(30s run)", .icu, ["repeat unrolled once"]),
    ("250x(1m run)", .tcx, ["250 repetitions became several repeats of at most 99"]),
    ("30.4s run", .tcx, ["30.4s became 30s"]),
    (
      "1km run @4:00/km", .zwo,
      ["pace 4:00/km is included as text only: Zwift does not use it as a target", "1km became 4m"]
    ),
    ("open run", .zwo, ["open became 10m"]),
    ("1m run @9.9kph", .icu, ["9.9kph became 6:04/km"]),
    ("1m run @5:00.5/km", .icu, ["5:00.5/km became 5:01/km"]),
    ("1m run \"all the way up to the top\"", .tcx, ["\"all the way up to the top\" became \"all the way up\""]),
    ("1m run \"then 30s fast\"", .icu, ["the label \"then 30s fast\" is left out"]),
    ("half run @5:00/km", .tcx, ["half became 21098mtr"]),
    ("half run @5:00/km", .icu, ["half became 21.0975km"]),
    ("name \"Hills\"\n1m run", .icu, ["the name \"Hills\" is left out"]),
  ])
  func `To a file`(_ text: String, _ format: WorkoutFormat, _ words: [String]) throws {
    #expect(try PlanFile(text).exported(as: format).words == words)
  }

  @Test func `To a watch that does not nest`() throws {
    let file = try PlanFile("until 5km (4x(30s run @6:00/km, 30s walk @10:00/km), 60s walk @10:00/km)")
    let exported = try file.exported(as: .fit, isFlat: true)
    #expect(exported.words == ["until 5 km became 8 repetitions (5.07 km)", "nested repeat unrolled 8 times"])
    #expect(try exported.imported(as: .fit).plan.steps.count == 16)
  }
}
