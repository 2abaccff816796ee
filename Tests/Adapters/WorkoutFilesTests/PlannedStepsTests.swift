import PlanNotation
import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel
import WorkoutReports

@testable import WorkoutFiles

/// Tests of the steps to which laps belong.
@Suite struct PlannedStepsTests {
  @Test(arguments: seeds)
  func `laps of a plan with equal intervals have the same steps as with different labels`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    var count = 0
    let plan = Self.steps(depth: 0, count: &count, using: &generator)
    let commands = (0..<20).map { _ in
      (Int.random(in: 0...12, using: &generator), Int.random(in: 0...4, using: &generator))
    }
    let labelled = try Self.steps(of: plan, isLabelled: true, commands)
    #expect(labelled.allSatisfy { $0 != nil })
    #expect(try Self.steps(of: plan, isLabelled: false, commands) == labelled)
  }

  /// Runs a plan with commands, and returns the step of each lap.
  private static func steps(
    of plan: [Step], isLabelled: Bool, _ commands: [(seconds: Int, command: Int)]
  ) throws -> [Int?] {
    let steps = isLabelled ? plan : plan.map(\.withoutLabels)
    let summary = try Report.Summary.simulated("lead-in off\n" + Plan(steps).notation) { simulator in
      for (seconds, command) in commands where simulator.engine.workout != nil {
        simulator.run(for: .seconds(seconds))
        guard simulator.engine.workout != nil else { break }
        switch command {
        case 0: try simulator.handle(.previous)
        case 1: try simulator.handle(.next(out: false))
        default: break
        }
      }
      simulator.runToEnd()
    }
    var finder = PlannedSteps(steps)
    let report = try #require(summary.laps)
    return report.laps.map { lap in
      let interval = report.intervals[lap.interval]
      return finder.index(
        of: Activity.Lap(interval: interval, rounds: lap.rounds, ended: lap.ended, elapsed: lap.elapsedMs))
    }
  }

  /// Makes random steps whose intervals differ only in their labels.
  private static func steps(depth: Int, count: inout Int, using generator: inout SplitMix64) -> [Step] {
    (0..<Int.random(in: 1...3, using: &generator)).map { _ in
      if depth < 3, generator.oneIn(2) {
        let body = steps(depth: depth + 1, count: &count, using: &generator)
        return .repeat(Repeat(.count(Int.random(in: 1...3, using: &generator)), body))
      }
      count += 1
      return .interval(Interval(goal: .time(.seconds(7)), kind: .run, label: "\(count)"))
    }
  }
}

extension Step {
  /// The step without the labels of its intervals.
  fileprivate var withoutLabels: Step {
    switch self {
    case .interval(var interval):
      interval.label = nil
      return .interval(interval)
    case .repeat(let `repeat`): return .repeat(Repeat(`repeat`.extent, `repeat`.body.map(\.withoutLabels)))
    }
  }
}
