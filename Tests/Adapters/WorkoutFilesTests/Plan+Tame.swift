import TestSupport
import WorkoutFiles
import WorkoutModel

extension Plan {
  /// A random plan whose intervals a format can hold to the letter, whatever becomes of its repeats.
  static func tame(for format: WorkoutFormat, seed: Int) -> Plan {
    var generator = SplitMix64(seed: UInt64(seed))
    let plan = Plan.random(.init(hasUntil: false), using: &generator)
    return Plan(plan.steps.map { $0.tame(for: format, using: &generator) })
  }

  /// The intervals one by one, each as often as it is done; of repeats that are counted.
  var unrolled: [Interval] { steps.flatMap(\.unrolled) }
}

extension Step {
  fileprivate func tame(for format: WorkoutFormat, using generator: inout SplitMix64) -> Step {
    switch self {
    case .repeat(let `repeat`):
      return .repeat(Repeat(`repeat`.extent, `repeat`.body.map { $0.tame(for: format, using: &generator) }))
    case .interval(var interval):
      if interval.label != nil { interval.label = generator.oneIn(2) ? "easy" : "höher" }
      interval.pace = .time(.seconds(Int.random(in: 180...1200, using: &generator)), per: .kilometres)
      if case .distance = interval.goal, format != .zwo {
        interval.goal = .distance(.metres(Double(Int.random(in: 300...999, using: &generator))))
      } else {
        interval.goal = .time(.seconds(Int.random(in: 1...90, using: &generator)))
      }
      // ZWO has none but in words.
      if format == .zwo { interval.pace = nil }
      return .interval(interval)
    }
  }

  fileprivate var unrolled: [Interval] {
    switch self {
    case .interval(let interval): return [interval]
    case .repeat(let `repeat`):
      guard case .count(let count) = `repeat`.extent else { preconditionFailure("a repeat without a count") }
      return (0..<count).flatMap { _ in Plan(`repeat`.body).unrolled }
    }
  }
}
