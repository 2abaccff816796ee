package import WorkoutModel

/// A plan as text: settings, then steps; with the places of the steps, for errors that are found later.
package struct PlanFile: Sendable {
  package let settings: Settings
  package let plan: Plan
  private let text: String
  private let offsets: [Int]

  /// The maximum size of a text in bytes: 64 KiB.
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
  /// - Throws: The error at the step for which the plan cannot be read as time.
  package func workout(over configuration: Settings) throws(NotationError) -> Workout {
    do {
      return try Workout(plan, settings: settings.over(configuration))
    } catch {
      throw notationError(for: error, over: configuration)
    }
  }

  /// The error at the step of this text that is to blame; paces in its hints have a unit of the plan's or the settings'.
  package func notationError(for error: TimelineError, over configuration: Settings = Settings()) -> NotationError {
    let (offset, interval) = place(of: error.step)
    let unit = paceUnit(over: configuration)
    do {
      return try Scanner(text).error(.unusable(error.reason, interval: interval, unit: unit), at: offset)
    } catch {
      return error
    }
  }

  /// Where a step begins, and the interval that it is, if it is one.
  private func place(of path: StepPath) -> (offset: Int, interval: Interval?) {
    var index = -1
    var steps = plan.steps
    var interval: Interval?
    for child in path {
      index += 1 + steps[..<child].reduce(0) { $0 + $1.stepCount }
      switch steps[child] {
      case .interval(let last): interval = last
      case .repeat(let `repeat`): steps = `repeat`.body
      }
    }
    return (offsets[max(index, 0)], interval)
  }

  /// The unit that paces go by in the plan, else its distances, else the settings; nil if none has any.
  private func paceUnit(over configuration: Settings) -> DistanceUnit? {
    let settings = settings.over(configuration)
    return plan.entered.pace?.distance ?? plan.entered.distance ?? settings.paceUnits?.distance
      ?? settings.distanceUnits
      ?? Kind.allCases.lazy.compactMap { settings.paces[$0]?.unit?.distance }.first
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

/// Reads a configuration, which consists of settings only.
package func readConfiguration(_ text: String) throws(NotationError) -> Settings {
  var reader = SettingsReader(try Scanner(text), isPlan: false)
  try reader.read()
  guard reader.scanner.next == nil else {
    throw reader.scanner.error(.stepInConfiguration(found: reader.scanner.found(at: reader.scanner.offset)))
  }
  return reader.settings
}
