import PlanNotation
import WorkoutEngine
import WorkoutModel
import WorkoutReports

/// Finds the steps of a FIT workout to which consecutive laps belong.
///
/// A lap contains its interval and its rounds, but not its place in the plan. If several steps of a plan have the same
/// interval, a lap belongs to the first such step after the previous lap. After `back`, the lap belongs to the last
/// such step before the previous lap, or to the step of the previous lap if its interval starts again.
struct PlannedSteps {
  /// The steps of each interval, in the order of the plan.
  private var steps: [Interval: [Step]] = [:]
  /// The place of the previous lap; empty before the first lap.
  private var place: [Int] = []
  /// The direction of the move from the previous lap to the next lap.
  private var direction = Direction.forward

  private enum Direction {
    case forward
    /// The same interval starts again.
    case again
    case back
  }

  /// A step that is an interval.
  private struct Step {
    /// The number of the step in the FIT workout.
    let index: Int
    /// The number of the step in the plan, and in each repeat around it, outermost first.
    let path: [Int]

    /// The place in the plan in these rounds; places are in the order of the workout.
    func place(in rounds: [Int]) -> [Int] {
      zip(path, rounds).flatMap { [$0, $1] } + path.suffix(1)
    }
  }

  /// The properties of an interval that do not change during a workout.
  private struct Interval: Hashable {
    let kind: String
    let label: String?
    let goal: String
    let repeats: Int
  }

  init(_ plan: [WorkoutModel.Step]) {
    var count = 0
    append(plan, path: [], count: &count)
  }

  private mutating func append(_ plan: [WorkoutModel.Step], path: [Int], count: inout Int) {
    for (number, step) in plan.enumerated() {
      switch step {
      case .interval(let interval):
        let key = Interval(
          kind: interval.kind.rawValue, label: interval.label, goal: interval.goal.notation, repeats: path.count)
        steps[key, default: []].append(Step(index: count, path: path + [number]))
      case .repeat(let `repeat`): append(`repeat`.body, path: path + [number], count: &count)
      }
      // In a FIT workout, a repeat follows its steps.
      count += 1
    }
  }

  /// Returns the number of the step to which the next lap belongs; nil if the plan does not contain its interval.
  mutating func index(of lap: Activity.Lap) -> Int? {
    let direction = direction
    self.direction =
      lap.ended != .back ? .forward : .milliseconds(lap.elapsed) < WorkoutEngine.previousReach ? .back : .again
    guard let interval = lap.interval,
      let same = steps[
        Interval(kind: interval.kind, label: interval.label, goal: interval.goal, repeats: lap.rounds.count)]
    else { return nil }
    // In the same rounds, the places of the steps have the order of the steps.
    let after = same.partitioningIndex { place.lexicographicallyPrecedes($0.place(in: lap.rounds)) }
    let index =
      switch direction {
      case .forward: after
      case .again: after - 1
      case .back: same.partitioningIndex { !$0.place(in: lap.rounds).lexicographicallyPrecedes(place) } - 1
      }
    let step = same[min(max(index, 0), same.count - 1)]
    place = step.place(in: lap.rounds)
    return step.index
  }
}

extension Array {
  /// Returns the index of the first element that satisfies a condition.
  ///
  /// All later elements must also satisfy it.
  fileprivate func partitioningIndex(where condition: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
