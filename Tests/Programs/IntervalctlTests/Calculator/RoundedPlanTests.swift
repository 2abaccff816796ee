import PlanNotation
import RunCalculator
import TestSupport
import Testing
import Text
import WorkoutModel

@testable import intervalctl

/// Tests of the plans that `solve --as-plan` and `predict --as-plan` print.
@Suite struct RoundedPlanTests {
  @Test(arguments: (1...300).map(UInt64.init), [RunWalkPuzzle.Quantity.runPace, .walkPace, .distance])
  func `a printed plan reads back to the requested time, to half a second`(
    seed: UInt64, unknown: RunWalkPuzzle.Quantity
  ) throws {
    var generator = SplitMix64(seed: seed)
    let distance = Distance.metres(Double(Int.random(in: 1000...900_000, using: &generator)))
    let (run, walk) = (Double.random(in: 2...6, using: &generator), Double.random(in: 0.5...2, using: &generator))
    let speed = Double.random(in: walk...run, using: &generator)
    let finish = Duration.seconds(Int(min(distance.metres / speed, 350_000)))
    var puzzle = RunWalkPuzzle(
      distance: distance, finish: finish, runTime: .seconds(Int.random(in: 5...600, using: &generator)),
      runPace: .speed(run, .metresPerSecond), walkTime: .seconds(Int.random(in: 5...120, using: &generator)),
      walkPace: .speed(walk, .metresPerSecond))
    switch unknown {
    case .runPace: puzzle.runPace = nil
    case .walkPace: puzzle.walkPace = nil
    default: puzzle.distance = nil
    }
    guard let solution = try? puzzle.solved() else { return }
    for unit in PaceUnit.allCases {
      let units = DisplayUnits(distance: unit.distance, pace: unit)
      let plan = solution.roundedPlan(in: units)
      let readBack = try PlanFile(plan.notation).plan
      #expect(readBack == plan)
      let total = try #require(try Timeline(readBack).totals.duration)
      #expect(abs((total - finish).inMilliseconds) <= 501)
      #expect(total.clockText() == solution.finish.clockText())
      let interval = plan.intervals[unknown == .walkPace ? 1 : 0]
      if unknown != .distance { #expect(try #require(interval.pace?.notation).count <= 15, "\(plan.notation)") }
    }
  }

  @Test(arguments: [
    (PaceUnit.minutesPerMile, "until 5km (30s run @10:33.3/mi, 30s walk @16:30/mi)"),
    (.milesPerHour, "until 5km (30s run @10:33.3/mi, 30s walk @16:30/mi)"),
    (.minutesPerKilometre, "until 5km (30s run @6:33.5/km, 30s walk @16:30/mi)"),
    (.kilometresPerHour, "until 5km (30s run @6:33.5/km, 30s walk @16:30/mi)"),
  ])
  func `a calculated pace is printed as a clock pace per mile or per kilometre`(unit: PaceUnit, text: String) throws {
    let puzzle = RunWalkPuzzle(
      distance: .kilometres(5), finish: .seconds(2400), runTime: .seconds(30), walkTime: .seconds(30),
      walkPace: .time(.seconds(990), per: .miles))
    let plan = try puzzle.solved().roundedPlan(in: DisplayUnits(distance: .kilometres, pace: unit))
    #expect(plan.notation == text)
  }
}
