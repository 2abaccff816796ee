import PlanNotation
import TestSupport
import WorkoutFiles
import WorkoutModel

extension PlanFile {
  /// Exports the plan with only its own settings.
  func exported(
    as format: WorkoutFormat, title: String? = nil, isFlat: Bool = false
  ) throws -> ExportedWorkout {
    try ExportedWorkout(
      workout(over: Settings()), own: settings, as: format, .init(title: title, isFlat: isFlat, created: 1_000_000_000))
  }

  /// Exports the plan with only its own settings; nil if the plan has too many steps for the format.
  func exportedUnlessTooLong(as format: WorkoutFormat) throws -> ExportedWorkout? {
    do {
      return try exported(as: format)
    } catch let error as WorkoutFileError {
      guard case .tooManySteps = error.reason else { throw error }
      return nil
    }
  }
}

extension ExportedWorkout {
  var text: String { String(decoding: bytes, as: UTF8.self) }

  var words: [String] { report.losses.map(\.words) }

  func imported(as format: WorkoutFormat, per unit: DistanceUnit = .kilometres) throws -> ImportedWorkout {
    try ImportedWorkout(bytes, format: format, per: unit)
  }
}

extension Plan {
  /// Makes a random plan whose intervals can be exported without loss.
  ///
  /// An export may have to unroll or split the repeats of the plan.
  static func exportable(for format: WorkoutFormat, seed: Int) -> Plan {
    var generator = SplitMix64(seed: UInt64(seed))
    let plan = Plan.random(.init(hasUntil: false), using: &generator)
    return Plan(plan.steps.map { $0.exportable(for: format, using: &generator) })
  }

  /// All intervals in order; a repeat with a count adds its intervals once for each round.
  var unrolled: [Interval] { steps.flatMap(\.unrolled) }
}

extension Step {
  fileprivate func exportable(for format: WorkoutFormat, using generator: inout SplitMix64) -> Step {
    switch self {
    case .repeat(let `repeat`):
      return .repeat(Repeat(`repeat`.extent, `repeat`.body.map { $0.exportable(for: format, using: &generator) }))
    case .interval(var interval):
      if interval.label != nil { interval.label = generator.oneIn(2) ? "easy" : "höher" }
      interval.pace = .time(.seconds(Int.random(in: 180...1200, using: &generator)), per: .kilometres)
      if case .distance = interval.goal, format != .zwo {
        interval.goal = .distance(.metres(Double(Int.random(in: 300...999, using: &generator))))
      } else {
        interval.goal = .time(.seconds(Int.random(in: 1...90, using: &generator)))
      }
      // ZWO can contain a pace only as text, so an export reports each pace as a loss.
      if format == .zwo { interval.pace = nil }
      return .interval(interval)
    }
  }

  fileprivate var unrolled: [Interval] {
    switch self {
    case .interval(let interval): return [interval]
    case .repeat(let `repeat`):
      guard case .count(let count) = `repeat`.extent else { preconditionFailure("the repeat has a count") }
      return (0..<count).flatMap { _ in Plan(`repeat`.body).unrolled }
    }
  }
}
