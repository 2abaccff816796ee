import PlanNotation
import WorkoutModel

extension FITWorkout {
  /// What FIT can hold: steps by numbers of 12 bits; and what watches can that do not nest, nor repeat until a goal.
  static func limits(isFlat: Bool) -> FormatLimits {
    isFlat ? FormatLimits(nesting: 1, steps: mostSteps) : FormatLimits(hasGoals: true, steps: mostSteps)
  }

  /// Source: Garmin, "FIT SDK", profile, type `message_index`, `mask`.
  static let mostSteps = 0x1000

  /// The workout of a plan's steps, which keep `limits`.
  init(_ steps: [Step], name: String?, about: String?) {
    self.init(name: name, about: about, sport: Self.running, steps: [], announced: 0)
    append(steps)
    announced = self.steps.count
  }

  private mutating func append(_ steps: [Step]) {
    for step in steps {
      switch step {
      case .interval(let interval): add(FITStep(interval))
      case .repeat(let `repeat`):
        let start = self.steps.count
        append(`repeat`.body)
        add(FITStep(repeating: `repeat`.extent, from: start))
      }
    }
  }

  private mutating func add(_ step: FITStep) {
    steps.append(step)
    steps[steps.count - 1].index = steps.count - 1
  }

  /// The steps as a plan has them.
  ///
  /// - Parameters:
  ///   - unit: what paces are for one of.
  ///   - report: where it is noted what the plan does not have.
  /// - Returns: the steps.
  /// - Throws: what no plan can have; a repeat of steps that are not before it, or of a part of another repeat.
  func steps(per unit: DistanceUnit, report: inout LossReport) throws(WorkoutFileError) -> [Step] {
    // What stands so far, each with the number of its first step.
    var stack: [(first: Int, step: Step)] = []
    for step in steps {
      if let interval = try step.interval(per: unit, report: &report) {
        stack.append((step.index, .interval(interval)))
        continue
      }
      guard case .repeat(let from, let ending) = step.extent else { continue }
      guard from < step.index else { throw WorkoutFileError(.repeatsNothing(from: from), at: .offset(step.offset)) }
      guard let start = stack.firstIndex(where: { $0.first == from }) else {
        throw WorkoutFileError(.repeatsPart(from: from), at: .offset(step.offset))
      }
      let body = stack[start...].map(\.step)
      guard let extent = try step.extent(of: ending) else {
        report.note(.repeatEnd(FITWords.end(ending)))
        continue
      }
      stack.removeSubrange(start...)
      stack.append((from, .repeat(Repeat(extent, body))))
    }
    return stack.map(\.step)
  }
}
