import PlanNotation
import TestSupport
import Testing
import WorkoutFiles
import WorkoutModel

@Suite struct RoundTripTests {
  private static let plansForAllFormats = [
    "30s",
    "4x(30s run @11:30/mi, 30s walk @16:30/mi), 60s walk \"easy\"",
    "1m sprint \"up: now\", 2m work, 10m cooldown",
    "30s \"walk\", 30s \"Recovery\", 1m rest \"run\", 2m rest \"run: up\"",
    "5m warmup \"höh <&>\", 8x(20s work, 10s rest)",
  ]
  private static let plansWithDistances = [
    "5m warmup, 10x(400mtr run @4:00/km, open rest), 5m cooldown", "10km run @5:00/km, 300mtr jog @6:00/km",
  ]
  private static let nestedPlans = [
    "2x(3x(4x(1m run, 2m jog), 30s sprint \"walk\"), 1m recover), 2x(8x(30s, 1m work), 1m)"
  ]
  private static let plansForFITOnly = [
    "1.5s run, 0.4375mi jog @6mph", "10mi run @2.5m/s, 5000mtr run @9kph \"a, b\"",
    "marathon run @5:00/km, half run @5:00/km",
    "9999x(1s)",
  ]

  private static let cases =
    WorkoutFormat.allCases.flatMap { format in
      // ZWO has no distances. It can contain a pace only as text, so an export reports each pace as a loss.
      (format == .zwo ? Array(plansForAllFormats.dropFirst(2)) : plansForAllFormats + plansWithDistances).map {
        (format, $0)
      }
    } + nestedPlans.flatMap { [(WorkoutFormat.fit, $0), (.tcx, $0)] } + plansForFITOnly.map { (.fit, $0) }

  @Test(arguments: cases)
  func `a plan that fits the format is read back without loss`(_ format: WorkoutFormat, _ text: String) throws {
    let file = try PlanFile(text)
    let exported = try file.exported(as: format)
    #expect(exported.words == [])
    for unit in DistanceUnit.allCases {
      let imported = try exported.imported(as: format, per: unit)
      #expect(imported.plan == file.plan, "\(imported.plan.notation)")
      #expect(imported.name == nil)
      #expect(imported.report.losses.map(\.words) == [])
    }
  }

  @Test(arguments: [
    ("until 5km (4x(30s run @6:00/km, 30s walk @10:00/km), 60s walk @10:00/km)", "until 5 km"),
    ("until 40m (1m run, 1m walk)", "until 40 min"), ("until 3.1mi (30s run @11:30/mi)", "until 3.1 mi"),
  ])
  func `a repeat until a goal is read back from FIT, with a warning about watches`(
    _ text: String, _ goal: String
  ) throws {
    let file = try PlanFile(text)
    let exported = try file.exported(as: .fit)
    #expect(exported.words == ["\(goal): a watch may or may not stop in the middle of a round"])
    #expect(try exported.imported(as: .fit).plan == file.plan)
  }

  @Test func `the name and the description are read back`() throws {
    let file = try PlanFile("name \"Long run\"\nabout \"Four sets, then \\\"easy\\\".\"\n30s run")
    for format in [WorkoutFormat.fit, .tcx, .zwo] {
      let exported = try file.exported(as: format)
      #expect(exported.words == [])
      #expect(try exported.imported(as: format).text == file.settings.notation + file.plan.notation + "\n")
    }
    let exported = try file.exported(as: .icu)
    #expect(exported.words == ["the name \"Long run\" is left out"])
    #expect(try exported.imported(as: .icu).about == file.settings.about)
  }

  @Test(arguments: WorkoutFormat.allCases)
  func `a title replaces a missing name, and a cut title is not a loss`(_ format: WorkoutFormat) throws {
    let exported = try PlanFile("30s run").exported(as: format, title: "four sets of thirty")
    #expect(exported.words == [])
    let name = try exported.imported(as: format).name
    #expect(name == [.fit: "four sets of thirty", .tcx: "four sets of th", .zwo: "four sets of thirty"][format])
  }

  @Test(arguments: WorkoutFormat.allCases, 0..<100)
  func `all intervals are read back in order, even if repeats change`(_ format: WorkoutFormat, _ seed: Int) throws {
    let plan = Plan.exportable(for: format, seed: seed)
    guard let exported = try PlanFile(plan.notation).exportedUnlessTooLong(as: format) else { return }
    #expect(try exported.imported(as: format).plan.unrolled == plan.unrolled, "\(plan.notation)")
    #expect(
      exported.report.losses.allSatisfy { loss in
        switch loss {
        case .unrolled, .split: true
        default: false
        }
      }, "\(exported.words)")
  }

  @Test(arguments: WorkoutFormat.allCases, 0..<200)
  func `every difference between a plan and its export is reported`(_ format: WorkoutFormat, _ seed: Int) throws {
    var generator = SplitMix64(seed: UInt64(seed))
    let plan = Plan.random(
      .init(hasOpenIntervals: true, hasForever: seed % 5 == 0, hasUntil: seed % 2 == 0), using: &generator)
    let file = try PlanFile(plan.notation)
    let (exported, imported): (ExportedWorkout, ImportedWorkout)
    do {
      exported = try file.exported(as: format, isFlat: seed % 7 == 0)
      imported = try exported.imported(as: format)
    } catch let error as WorkoutFileError {
      // Unrolled repeats can make a plan too long for the format or for an import.
      switch error.reason {
      case .tooManySteps, .planTooLong: return
      default: throw error
      }
    }
    #expect(imported.plan == plan || exported.report.losses != [], "\(plan.notation)\n\(imported.plan.notation)")
    // The imported plan survives a second round trip unchanged.
    let importedFile = try PlanFile(imported.text)
    // An export rounds repeats up to whole rounds, and gives endless repeats 99 rounds. So the imported plan can exceed
    // the maximum duration.
    guard (try? importedFile.workout(over: Settings())) != nil else { return }
    let second = try importedFile.exported(as: format, isFlat: seed % 7 == 0)
    #expect(try second.imported(as: format).plan == imported.plan)
    let newLosses = second.report.losses.filter { loss in
      switch loss {
      case .paceAsText, .uncertainEnd: false
      default: true
      }
    }
    #expect(newLosses == [])
    #expect(!exported.report.losses.contains { if case .step = $0 { true } else { false } }, "\(exported.words)")
  }
}

/// Tests of the messages for all losses in exports.
@Suite struct LossTests {
  @Test(arguments: [
    (
      "lead-in 10s\ncountdown off\n30s run", WorkoutFormat.fit,
      ["lead-in and countdown are left out: other programs do not have these settings"]
    ),
    ("skip-last walk\n30s run", .fit, ["skip-last is left out: other programs do not have this setting"]),
    (
      "skip-last rest\n8x(20s work, 10s rest)", .fit,
      ["skip-last rest: the last of 8 repetitions is written as separate steps"]
    ),
    (
      "skip-last rest\n1x(20s work, 10s rest)", .fit,
      ["skip-last rest: the last of 1 repetition is written as separate steps"]
    ),
    (
      "until 5km (30s run @6:00/km)", .fit,
      ["until 5 km: a watch may or may not stop in the middle of a round"]
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
    ("1m run \"Set 2\"", .icu, []), ("1m run \"Easy, relaxed\"", .icu, []),
    ("1m run \"then 30s fast\"", .icu, ["the label \"then 30s fast\" is left out"]),
    ("half run @5:00/km", .tcx, ["half became 21098mtr"]),
    ("half run @5:00/km", .icu, ["half became 21.0975km"]),
    ("name \"Hills\"\n1m run", .icu, ["the name \"Hills\" is left out"]),
  ])
  func `an export reports its losses`(_ text: String, _ format: WorkoutFormat, _ words: [String]) throws {
    #expect(try PlanFile(text).exported(as: format).words == words)
  }

  @Test func `an export for watches without nested repeats unrolls nested repeats`() throws {
    let file = try PlanFile("until 5km (4x(30s run @6:00/km, 30s walk @10:00/km), 60s walk @10:00/km)")
    let exported = try file.exported(as: .fit, isFlat: true)
    #expect(exported.words == ["until 5 km became 8 repetitions (5.07 km)", "nested repeat unrolled 8 times"])
    #expect(try exported.imported(as: .fit).plan.steps.count == 16)
  }
}
