import PlanNotation
import WorkoutModel

/// A FIT workout: a flat list of steps, in which repeats refer to preceding steps.
struct FITWorkout: Equatable {
  var name: String?
  var about: String?
  /// Number of the sport in the FIT profile.
  var sport: Int?
  var steps: [FITStep]
  /// Number of steps that the workout message declares.
  var declaredStepCount: Int
  /// Number of further workouts in the file.
  var otherWorkouts = 0
  /// Assumptions about the file, and losses of parts that were not read.
  var readingLosses: [Loss] = []
  /// The plan of which `steps` are the steps; empty for a workout that was read from a file.
  var plan: [Step] = []

  static let running = 1
  static let walking = 11

  /// Maximum number of steps; a step number has 12 bits.
  ///
  /// Source: Garmin, "FIT SDK", profile, type `message_index`, `mask`.
  static let maxSteps = 0x1000

  /// Limits of FIT; `isFlat` is for watches that support neither nested repeats nor repeats that end at a goal.
  static func limits(isFlat: Bool) -> FormatLimits {
    isFlat ? FormatLimits(nesting: 1, steps: maxSteps) : FormatLimits(hasGoals: true, steps: maxSteps)
  }
}

extension FITWorkout {
  /// Makes a workout from steps that fit `limits`.
  init(_ steps: [Step], name: String?, about: String?) {
    self.init(name: name, about: about, sport: Self.running, steps: [], declaredStepCount: 0, plan: steps)
    append(steps)
    declaredStepCount = self.steps.count
  }

  private mutating func append(_ steps: [Step]) {
    for step in steps {
      switch step {
      case .interval(let interval): append(FITStep(interval))
      case .repeat(let `repeat`):
        let start = self.steps.count
        append(`repeat`.body)
        append(FITStep(repeating: `repeat`.extent, from: start))
      }
    }
  }

  private mutating func append(_ step: FITStep) {
    steps.append(step)
    steps[steps.count - 1].index = steps.count - 1
  }

  /// Converts the workout to the steps of a plan.
  ///
  /// - Parameters:
  ///   - unit: Unit of the paces.
  ///   - report: Receives the losses.
  /// - Returns: The steps.
  /// - Throws: An error if a value is outside the limits of plans, or if the first step of a repeat is missing, does
  ///   not precede the repeat, or is inside another repeat.
  func steps(per unit: DistanceUnit, report: inout LossReport) throws(WorkoutFileError) -> [Step] {
    // `first` is the number of the first FIT step that is part of `step`. If `step` is nil, it is left out.
    var stack: [(first: Int, step: Step?)] = []
    for step in steps {
      if step.isEmpty {
        step.addEmpty(to: &report)
        stack.append((step.index, nil))
        continue
      }
      if let interval = try step.interval(per: unit, report: &report) {
        stack.append((step.index, .interval(interval)))
        continue
      }
      guard case .repeat(let from, let ending) = step.extent else { continue }
      guard from < step.index else { throw WorkoutFileError(.repeatsNothing(from: from), at: .offset(step.offset)) }
      guard let start = stack.firstIndex(where: { $0.first == from }) else {
        throw WorkoutFileError(.repeatsPart(from: from), at: .offset(step.offset))
      }
      let body = stack[start...].compactMap(\.step)
      let extent = try step.extent(of: ending)
      for text in step.unusedTexts(extent) { report.add(.textLeftOut(.label, text)) }
      guard let extent else {
        report.add(.repeatEnd(FITWords.end(ending)))
        continue
      }
      stack.removeSubrange(start...)
      stack.append((from, body.isEmpty ? nil : .repeat(Repeat(extent, body))))
    }
    return stack.compactMap(\.step)
  }
}
