package import PlanNotation
package import WorkoutModel

/// A workout of another program, as a plan.
package struct ImportedWorkout: Equatable, Sendable {
  package private(set) var name: String?
  package private(set) var about: String?
  package private(set) var plan: Plan
  /// What the plan does not have of it.
  package private(set) var report: LossReport
  /// The plan in notation, as in a plan file.
  package private(set) var text = ""

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - format: what it is.
  ///   - unit: what a speed becomes a pace for one of.
  /// - Throws: what is wrong with it, and where.
  package init(_ bytes: [UInt8], format: WorkoutFormat, per unit: DistanceUnit) throws(WorkoutFileError) {
    guard bytes.count <= format.longest else { throw WorkoutFileError(.tooLong(limit: format.longest)) }
    try self.init(ofAnyText: bytes, format: format, per: unit)
    guard plan.steps.nesting <= PlanLimits.maxNesting else { throw WorkoutFileError(.repeatsTooDeep) }
    guard text.utf8.count <= PlanFile.maxBytes else { throw WorkoutFileError(.longPlan) }
  }

  /// Reads a file whose plan may have more text than one that is to be kept.
  init(ofAnyText bytes: [UInt8], format: WorkoutFormat, per unit: DistanceUnit) throws(WorkoutFileError) {
    var report = LossReport()
    switch format {
    case .fit:
      let workout = try FITWorkout(reading: bytes)
      if let sport = workout.sport, let word = FITWords.sport(sport) { report.note(.sport(word)) }
      if workout.others > 0 { report.note(.otherWorkouts(workout.others)) }
      if workout.announced != workout.steps.count {
        report.note(.announced(workout.announced, there: workout.steps.count))
      }
      plan = Plan(try workout.steps(per: unit, report: &report))
      (name, about) = (workout.name, workout.about)
    case .icu:
      guard let text = String(validating: bytes, as: UTF8.self) else { throw WorkoutFileError(.notUTF8) }
      let workout = try ICUReader.workout(in: text, usual: unit)
      plan = Plan(workout.steps(report: &report))
      about = workout.about
    case .tcx:
      let (name, about, steps) = try TCXWorkout.workout(in: XMLReader.root(of: bytes), per: unit, report: &report)
      (self.name, self.about, plan) = (name, about, Plan(steps))
    case .zwo:
      let (name, about, steps) = try ZWOWorkout.workout(in: XMLReader.root(of: bytes), report: &report)
      (self.name, self.about, plan) = (name, about, Plan(steps))
    }
    self.report = report
    if name?.isEmpty == true { name = nil }
    if about?.isEmpty == true { about = nil }
    text = printed
  }

  /// The text of a plan file: the settings, and a line for each outermost step.
  private var printed: String { settings.notation + plan.lines.map { "\($0)\n" }.joined() }

  /// The settings of the plan: its name and its description.
  private var settings: Settings {
    var settings = Settings()
    (settings.name, settings.about) = (name, about)
    return settings
  }

  /// The plan as a plan file; its text is not parsed.
  package var file: PlanFile { PlanFile(plan, settings: settings, text: text) }
}
