package import PlanNotation
package import WorkoutModel

/// A plan that was converted from a workout file of another program.
package struct ImportedWorkout: Equatable, Sendable {
  package private(set) var name: String?
  /// Description of the workout.
  package private(set) var about: String?
  package private(set) var plan: Plan
  /// Parts of the file that the import changed or left out.
  package private(set) var report: LossReport
  /// The text of the plan, as in a plan file.
  package private(set) var text = ""

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: Content of the file.
  ///   - format: Format of the file.
  ///   - unit: Unit of the paces that are computed from speeds.
  /// - Throws: The first problem in the file, with its position.
  package init(_ bytes: [UInt8], format: WorkoutFormat, per unit: DistanceUnit) throws(WorkoutFileError) {
    guard bytes.count <= format.maxBytes else {
      let isActivity = format == .fit && FITWorkout.isActivity(bytes)
      throw WorkoutFileError(isActivity ? .activity : .tooLong(limit: format.maxBytes))
    }
    try self.init(withoutPlanLimits: bytes, format: format, per: unit)
    guard plan.steps.nesting <= PlanLimits.maxNesting else { throw WorkoutFileError(.repeatsTooDeep) }
    guard text.utf8.count <= PlanFile.maxBytes else { throw WorkoutFileError(.planTooLong) }
  }

  /// Reads a file, but does not check two limits of plan files.
  ///
  /// The unchecked limits are the nesting depth of repeats and the length of the text.
  init(withoutPlanLimits bytes: [UInt8], format: WorkoutFormat, per unit: DistanceUnit) throws(WorkoutFileError) {
    var report = LossReport()
    switch format {
    case .fit:
      let workout = try FITWorkout(reading: bytes)
      if let sport = workout.sport, let word = FITWords.sport(sport) { report.add(.sport(word)) }
      if workout.otherWorkouts > 0 { report.add(.otherWorkouts(workout.otherWorkouts)) }
      if workout.declaredStepCount != workout.steps.count {
        report.add(.stepCount(declared: workout.declaredStepCount, actual: workout.steps.count))
      }
      plan = Plan(try workout.steps(per: unit, report: &report))
      for loss in workout.readingLosses { report.add(loss) }
      (name, about) = (workout.name, workout.about)
    case .icu:
      let text = try Self.text(of: bytes, report: &report)
      let workout = try ICUReader.workout(in: text.sanitized, defaultUnit: unit)
      plan = Plan(workout.steps(report: &report))
      about = workout.about
    case .tcx:
      let root = try XMLNode.root(of: bytes, report: &report)
      let (name, about, steps) = try TCXReader.workout(in: root, per: unit, report: &report)
      (self.name, self.about, plan) = (name, about, Plan(steps))
      root.reportUnread(to: &report)
    case .zwo:
      let root = try XMLNode.root(of: bytes, report: &report)
      let (name, about, steps) = try ZWOReader.workout(in: root, per: unit, report: &report)
      (self.name, self.about, plan) = (name, about, Plan(steps))
      root.reportUnread(to: &report)
    }
    guard !plan.steps.isEmpty else { throw WorkoutFileError(.noSteps) }
    plan = Plan(report.shortenLabels(of: plan.steps))
    name = name.map { report.shorten($0, .name) }
    self.report = report
    if name?.isEmpty == true { name = nil }
    if about?.isEmpty == true { about = nil }
    text = printed
  }

  /// Decodes a text file; a text that is not in UTF-8 is read as windows-1252, which is reported.
  ///
  /// - Throws: `notUTF8` for a binary file.
  private static func text(of file: [UInt8], report: inout LossReport) throws(WorkoutFileError) -> String {
    if let text = String(validating: file, as: UTF8.self) { return text }
    guard !file.contains(0) else { throw WorkoutFileError(.notUTF8) }
    report.add(.assumed("the file is not in UTF-8", readAs: "windows-1252"))
    return String(windows1252: file)
  }

  /// Text of a plan file: the settings, and one line for each outermost step.
  private var printed: String { settings.notation + plan.lines.map { "\($0)\n" }.joined() }

  /// The settings of the plan: its name and its description.
  private var settings: Settings {
    var settings = Settings()
    (settings.name, settings.about) = (name, about)
    return settings
  }

  /// The plan as a plan file, which is made without parsing the text.
  package var file: PlanFile { PlanFile(plan, settings: settings, text: text) }
}

extension Goal {
  /// Whether the goal is a time or a distance of 0; in every format, a step with such a goal is left out and reported.
  var isZero: Bool {
    switch self {
    case .time(let time): time == .zero
    case .distance(let distance): distance.metres == 0
    case .open: false
    }
  }

  /// Checks that the goal is within the limits of plans, and returns the goal.
  ///
  /// - Throws: An error for a time or a distance outside the limits of plans.
  func checked(at place: WorkoutFileError.Place) throws(WorkoutFileError) -> Goal {
    switch self {
    case .time(let time) where !(PlanLimits.minInterval...PlanLimits.maxDuration).contains(time):
      throw WorkoutFileError(.time(time), at: place)
    case .distance(let distance)
    where !(PlanLimits.minDistance...PlanLimits.maxDistance).contains(distance.metres):
      throw WorkoutFileError(.distance(distance), at: place)
    case .time, .distance, .open: return self
    }
  }
}
