import PlanNotation
import TestSupport
import Testing
import WorkoutFiles
import WorkoutModel

@Suite struct RoundTripTests {
  private static let everywhere = [
    "30s",
    "4x(30s run @11:30/mi, 30s walk @16:30/mi), 60s walk \"easy\"",
    "1m sprint \"up: now\", 2m work, 10m cooldown",
    "30s \"walk\", 30s \"Recovery\", 1m rest \"run\", 2m rest \"run: up\"",
    "5m warmup \"höh <&>\", 8x(20s work, 10s rest)",
  ]
  private static let withDistances = [
    "5m warmup, 10x(400mtr run @4:00/km, open rest), 5m cooldown", "10km run @5:00/km, 300mtr jog @6:00/km",
  ]
  private static let nested = ["2x(3x(4x(1m run, 2m jog), 30s sprint \"walk\"), 1m recover), 2x(8x(30s, 1m work), 1m)"]
  private static let exact = [
    "1.5s run, 0.4375mi jog @6mph", "10mi run @2.5m/s, 5000mtr run @9kph \"a, b\"",
    "marathon run @5:00/km, half run @5:00/km",
    "9999x(1s)",
  ]

  private static let cases =
    WorkoutFormat.allCases.flatMap { format in
      // ZWO tells paces in words, and has no distances.
      (format == .zwo ? Array(everywhere.dropFirst(2)) : everywhere + withDistances).map { (format, $0) }
    } + nested.flatMap { [(WorkoutFormat.fit, $0), (.tcx, $0)] } + exact.map { (.fit, $0) }

  @Test(arguments: cases)
  func `What fits comes back as the same plan, without a loss`(_ format: WorkoutFormat, _ text: String) throws {
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
  func `Repeats until a goal come back from FIT, but who knows how a watch ends them`(
    _ text: String, _ goal: String
  ) throws {
    let file = try PlanFile(text)
    let exported = try file.exported(as: .fit)
    #expect(exported.words == ["\(goal): whether a watch ends it in the middle of a round is not known"])
    #expect(try exported.imported(as: .fit).plan == file.plan)
  }

  @Test func `Name and description come back`() throws {
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
  func `A title stands in for a name, and is no loss where it is cut`(_ format: WorkoutFormat) throws {
    let exported = try PlanFile("30s run").exported(as: format, title: "four sets of thirty")
    #expect(exported.words == [])
    let name = try exported.imported(as: format).name
    #expect(name == [.fit: "four sets of thirty", .tcx: "four sets of th", .zwo: "four sets of thirty"][format])
  }

  @Test(arguments: WorkoutFormat.allCases, 0..<100)
  func `Intervals come back one by one, whatever becomes of repeats`(_ format: WorkoutFormat, _ seed: Int) throws {
    let plan = Plan.tame(for: format, seed: seed)
    guard let exported = try PlanFile(plan.notation).exportedUnlessTooLong(as: format) else { return }
    #expect(try exported.imported(as: format).plan.unrolled == plan.unrolled, "\(plan.notation)")
    #expect(
      exported.report.losses.allSatisfy { loss in
        switch loss {
        case .unrolled, .parted: true
        default: false
        }
      }, "\(exported.words)")
  }

  @Test(arguments: WorkoutFormat.allCases, 0..<200)
  func `Whatever does not come back as the same plan is reported`(_ format: WorkoutFormat, _ seed: Int) throws {
    var generator = SplitMix64(seed: UInt64(seed))
    let plan = Plan.random(
      .init(hasOpenIntervals: true, hasForever: seed % 5 == 0, hasUntil: seed % 2 == 0), using: &generator)
    let file = try PlanFile(plan.notation)
    let (exported, imported): (ExportedWorkout, ImportedWorkout)
    do {
      exported = try file.exported(as: format, isFlat: seed % 7 == 0)
      imported = try exported.imported(as: format)
    } catch let error as WorkoutFileError {
      // What is written out can be more than fits a file, or a plan.
      switch error.reason {
      case .tooManySteps, .longPlan: return
      default: throw error
      }
    }
    #expect(imported.plan == plan || exported.report.losses != [], "\(plan.notation)\n\(imported.plan.notation)")
    // What once came through comes through as it is; names of kinds may have become kinds, and times rounder ones.
    let again = try PlanFile(imported.text)
    // Rounds that are whole, or as many as there are of an endless repeat, may take longer than a plan can.
    guard (try? again.workout(over: Settings())) != nil else { return }
    let second = try again.exported(as: format, isFlat: seed % 7 == 0)
    #expect(try second.imported(as: format).plan == imported.plan)
    let others = second.report.losses.filter { loss in
      switch loss {
      case .paceInWords, .uncertainEnd: false
      default: true
      }
    }
    #expect(others == [])
    #expect(!exported.report.losses.contains { if case .step = $0 { true } else { false } }, "\(exported.words)")
  }
}
