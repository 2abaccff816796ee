import JSON
import PlanNotation
import RunCalculator
import TestSupport
import Testing
import WorkoutModel
import WorkoutPresentation

@testable import intervalctl

/// Tests of the questions to `solve`, and of the plans in the solutions.
@Suite struct RunWalkQuestionTests {
  private let units = DisplayUnits(distance: .kilometres, pace: .minutesPerMile)

  @Test(arguments: seeds, RunWalkPuzzle.Quantity.allCases)
  func `a solution and the notation of its plan have the same finish time`(
    seed: UInt64, unknown: RunWalkPuzzle.Quantity
  ) throws {
    let (question, finish) = try Self.question(seed: seed, leavingOut: unknown)
    let solution = try question.solved(units: units)
    #expect(solution.unknown == unknown)
    let shown = try PlanText(text: solution.runWalk.plan.notation).read(over: Settings())
    let duration = try #require(shown.totals.duration).inMilliseconds
    #expect(duration == solution.finish.inMilliseconds)
    #expect(solution.json.object?["durationMs"] == .int(duration))
    switch unknown {
    case .runTime, .walkTime, .finish: break
    case .runPace, .walkPace, .distance: #expect(duration == finish.inMilliseconds)
    }
  }

  /// Creates a solvable question from random values; only the unknown quantity has no value.
  private static func question(
    seed: UInt64, leavingOut unknown: RunWalkPuzzle.Quantity
  ) throws -> (RunWalkQuestion, finish: Duration) {
    var generator = SplitMix64(seed: seed)
    let run = RunWalk.Part(
      time: .milliseconds(Int.random(in: 5000...600_000, using: &generator)),
      pace: .time(.seconds(Int.random(in: 200...700, using: &generator)), per: .miles))
    let walk = RunWalk.Part(
      time: .milliseconds(Int.random(in: 5000...120_000, using: &generator)),
      pace: .time(.seconds(Int.random(in: 720...1300, using: &generator)), per: .miles))
    let distance = Distance.metres(Double(Int.random(in: 3000...45_000, using: &generator)))
    let whole = try Timeline(RunWalk(distance: distance, run: run, walk: walk).plan).totals.duration
    let finish = Duration.milliseconds(try #require(whole).inMilliseconds)
    func part(_ part: RunWalk.Part, _ time: RunWalkPuzzle.Quantity, _ pace: RunWalkPuzzle.Quantity) -> String {
      (unknown == time ? "" : part.time.notation) + (unknown == pace ? "" : " @\(part.pace.notation)")
    }
    let question = try RunWalkQuestion(
      distance: unknown == .distance ? nil : distance.notation,
      time: unknown == .finish ? nil : finish.notation,
      run: part(run, .runTime, .runPace), walk: part(walk, .walkTime, .walkPace), settings: Settings())
    return (question, finish)
  }

  @Test(
    arguments: [
      // Only one quantity is missing, so no pace is taken from the settings.
      ("5km", "40:00", "30s", "30s@16:30/mi", [], RunWalkPuzzle.Quantity.runPace),
      ("5km", "40:00", "30s@10:00/mi", "30s", [], .walkPace),
      // Paces are taken from the settings until only one quantity is missing.
      ("5km", "40:00", "30s", "30s", ["walk pace 17:00/mi from the settings"], .runPace),
      ("5km", "40:00", "@10:00/mi", "30s", ["walk pace 17:00/mi from the settings"], .runTime),
      ("5km", "40:00", "30s", "@16:30/mi", ["run pace 11:00/mi from the settings"], .walkTime),
      (
        "5km", nil, "30s", "30s",
        ["walk pace 17:00/mi from the settings", "run pace 11:00/mi from the settings"],
        .finish
      ),
      (nil, "40:00", "30s", "30s@16:30/mi", ["run pace 11:00/mi from the settings"], .distance),
    ] as [(String?, String?, String, String, [String], RunWalkPuzzle.Quantity)])
  func `a pace from the settings is used only if more than one quantity is missing`(
    distance: String?, finish: String?, run: String, walk: String, notes: [String], unknown: RunWalkPuzzle.Quantity
  ) throws {
    var settings = Settings()
    settings.paces = [.run: .time(.seconds(660), per: .miles), .walk: .time(.seconds(1020), per: .miles)]
    let question = try RunWalkQuestion(distance: distance, time: finish, run: run, walk: walk, settings: settings)
    #expect(question.notes == notes)
    #expect(question.puzzle.unknowns == [unknown])
  }

  @Test(
    arguments: [
      ("5km", "40:00", "30s", "30s@6kph", UnitPreference(distance: .kilometres, pace: .kilometresPerHour)),
      ("3.1mi", "40:00", "30s@7:00/km", "30s", UnitPreference(distance: .miles, pace: .minutesPerKilometre)),
      ("half", nil, "30s@3m/s", "30s@1.5m/s", UnitPreference()),
    ] as [(String, String?, String, String, UnitPreference)])
  func `a question has the units of the typed values`(
    distance: String, finish: String?, run: String, walk: String, units: UnitPreference
  ) throws {
    let question = try RunWalkQuestion(distance: distance, time: finish, run: run, walk: walk, settings: Settings())
    #expect(question.entered == units)
  }
}
