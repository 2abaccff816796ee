package import WorkoutModel

/// Plan with settings, as in a plan file: first the settings, then the steps.
///
/// The text, and the offset of each step in the text, are stored to locate errors that are found after parsing. The
/// type is a class so that a parsed plan is shared and not copied. The code that copies a structure of this size would
/// make each program larger.
package final class PlanFile: Sendable {
  package let settings: Settings
  package let plan: Plan
  /// The parsed text, which is the text of the whole program for a session.
  ///
  /// If nothing was parsed, this is the plan in notation.
  package let text: String
  /// Offsets of all steps in the text, in reading order; nil for a plan that was not parsed.
  private let offsets: [Int]?

  /// Maximum size of a text: 64 KiB.
  package static let maxBytes = 65_536

  /// Parses settings and a plan; an error contains the corrections of its line.
  package convenience init(_ text: String) throws(NotationError) {
    do throws(NotationError) {
      try self.init(parsing: text)
    } catch {
      throw error.corrected
    }
  }

  /// The plan that a line is or probably means, without words that would be a label; nil if unknown.
  package static func plan(meantBy line: String) -> String? {
    do throws(NotationError) {
      _ = try PlanFile(line)
      return line
    } catch {
      return error.corrections.first { !$0.hasLabel }?.line
    }
  }

  /// Parses settings and a plan; an error contains no corrections.
  init(parsing text: String) throws(NotationError) {
    var settings = SettingsReader(try Scanner(text), of: .plan)
    try settings.read()
    var reader = PlanReader(settings.scanner)
    plan = try reader.plan()
    self.settings = settings.settings
    self.text = text
    offsets = reader.offsets
  }

  /// Makes a file from a plan that was imported from a file in another format.
  ///
  /// `text` is the plan in notation. It is parsed only to locate an error.
  package convenience init(_ plan: Plan, settings: Settings, text: String) {
    self.init(plan, settings, text, offsets: nil)
  }

  /// Makes a file from a parsed plan; `offsets` are the offsets of its steps in the text.
  init(_ plan: Plan, _ settings: Settings, _ text: String, offsets: [Int]?) {
    self.plan = plan
    self.settings = settings
    self.text = text
    self.offsets = offsets
  }

  /// The text before the line of the first step, which contains the settings, and the text from this line.
  package var headerAndSteps: (header: String, steps: String) {
    let byteOrderMark = text.utf8.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let before = text.utf8.prefix(byteOrderMark + (offsets?.first ?? 0))
    let start = before.lastIndex { "\n\r".utf8.contains($0) }.map(text.utf8.index(after:)) ?? text.startIndex
    return (String(text[..<start]), String(text[start...]))
  }

  /// The same plan with other settings; errors are still located in the text of the plan.
  package func with(_ settings: Settings) -> PlanFile { PlanFile(plan, settings, text, offsets: offsets) }

  /// The settings of the plan; the configuration provides each setting that the plan does not contain.
  ///
  /// Units in which the plan is written take precedence over the units of the configuration. The units of the result
  /// are therefore from the first of these sources that specifies them: the plan's settings `distance-units` and
  /// `pace-units`; the first distance and the first pace in the plan; the configuration. If the plan contains
  /// `distance-units` but not `pace-units`, paces are in minutes per that unit. If the plan contains a pace but no
  /// distance, distances are in the pace's unit of distance.
  package func settings(over configuration: Settings) -> Settings {
    var merged = settings.over(configuration)
    let entered = plan.entered(paces: settings.paces).withDistanceOfPace
    merged.distanceUnits = settings.distanceUnits ?? entered.distance ?? configuration.distanceUnits
    merged.paceUnits =
      settings.paceUnits ?? settings.distanceUnits.map(PaceUnit.init(goingWith:)) ?? entered.pace
      ?? configuration.paceUnits
    return merged
  }

  /// The plan as a workout; settings that the plan does not contain have the values of a configuration.
  ///
  /// - Throws: the reason why the plan has no timeline, located at the step that causes the error.
  package func workout(over configuration: Settings) throws(NotationError) -> Workout {
    do {
      return try Workout(plan, settings: settings(over: configuration))
    } catch {
      throw notationError(for: error, over: configuration)
    }
  }

  /// Locates an error at its step in the text.
  ///
  /// Paces in the hints are per mile or per kilometre, as in the plan or in the settings.
  package func notationError(for error: TimelineError, over configuration: Settings = Settings()) -> NotationError {
    let unit = paceUnit(over: configuration)
    do {
      guard let offsets else { return try PlanFile(text).with(settings).notationError(for: error, over: configuration) }
      let (offset, interval) = location(of: error.step, in: offsets)
      return try Scanner(text).error(.unusable(error.reason, interval: interval, unit: unit), at: offset)
    } catch {
      return error
    }
  }

  /// The offset of a step, and the interval if the step is an interval.
  private func location(of path: StepPath, in offsets: [Int]) -> (offset: Int, interval: Interval?) {
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

  /// The unit of distance for paces in hints; nil if unknown.
  ///
  /// The unit of the plan's paces takes precedence over the unit of its distances, which takes precedence over the
  /// units in the settings.
  private func paceUnit(over configuration: Settings) -> DistanceUnit? {
    let settings = settings.over(configuration)
    let entered = plan.entered()
    return entered.pace?.distance ?? entered.distance ?? settings.paceUnits?.distance
      ?? settings.distanceUnits
      ?? Kind.allCases.lazy.compactMap { settings.paces[$0]?.unit?.distance }.first
  }
}

extension Step {
  /// Number of steps as written: the step itself and the steps in its body.
  fileprivate var stepCount: Int {
    switch self {
    case .interval: 1
    case .repeat(let `repeat`): `repeat`.body.reduce(1) { $0 + $1.stepCount }
    }
  }
}

/// Parses a configuration, which consists of settings only.
package func readConfiguration(_ text: String) throws(NotationError) -> Settings {
  var reader = SettingsReader(try Scanner(text), of: .configuration)
  try reader.read()
  guard reader.scanner.next == nil else {
    throw reader.scanner.error(.stepInConfiguration(found: reader.scanner.found(at: reader.scanner.offset)))
  }
  return reader.settings
}
