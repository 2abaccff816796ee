package import WorkoutModel

/// A plan as text holds it: settings, then steps; with the places of the steps, for errors that show later.
package struct PlanFile: Sendable {
  package let settings: Settings
  package let plan: Plan
  private let text: String
  private let offsets: [Int]

  /// The most bytes that a text may have: 64 KiB.
  package static let longestText = 65_536

  /// Reads settings and a plan.
  package init(_ text: String) throws(NotationError) {
    var settings = SettingsReader(try Scanner(text), isPlan: true)
    try settings.read()
    var reader = PlanReader(settings.scanner)
    plan = try reader.plan()
    self.settings = settings.settings
    self.text = text
    offsets = reader.offsets
  }

  /// The plan made ready to run, with its own settings over those of a configuration.
  ///
  /// - Throws: what keeps the plan from being read as time, at the step that is to blame.
  package func workout(over configuration: Settings) throws(NotationError) -> Workout {
    do {
      return try Workout(plan, settings: settings.over(configuration))
    } catch {
      throw notationError(for: error)
    }
  }

  /// The error at the step of this text that is to blame.
  package func notationError(for error: TimelineError) -> NotationError {
    do {
      return try Scanner(text).error(.unusable(error.reason), at: offset(of: error.step))
    } catch {
      return error
    }
  }

  private func offset(of path: StepPath) -> Int {
    var index = -1
    var steps = plan.steps
    for child in path {
      index += 1 + steps[..<child].reduce(0) { $0 + $1.stepCount }
      if case .repeat(let `repeat`) = steps[child] { steps = `repeat`.body }
    }
    return offsets[max(index, 0)]
  }
}

extension Step {
  /// How many steps it is as written, itself and its body's.
  fileprivate var stepCount: Int {
    switch self {
    case .interval: 1
    case .repeat(let `repeat`): `repeat`.body.reduce(1) { $0 + $1.stepCount }
    }
  }
}

/// Reads a configuration, which is settings alone.
package func readConfiguration(_ text: String) throws(NotationError) -> Settings {
  var reader = SettingsReader(try Scanner(text), isPlan: false)
  try reader.read()
  guard reader.scanner.next == nil else {
    throw reader.scanner.error(.stepInConfiguration(found: reader.scanner.found(at: reader.scanner.offset)))
  }
  return reader.settings
}
