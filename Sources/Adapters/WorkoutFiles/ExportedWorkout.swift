import Text
package import WorkoutModel

/// A workout file for another program, converted from a plan.
package struct ExportedWorkout: Equatable, Sendable {
  /// Content of the file.
  package let bytes: [UInt8]
  /// Number of steps in the file.
  ///
  /// Each repeat counts as one step, in addition to the steps inside the repeat.
  package let steps: Int
  /// Parts of the plan that the export changed or left out.
  package let report: LossReport

  /// Settings of an export.
  package struct Options: Sendable {
    /// Name of the workout if the plan itself has no name.
    package var title: String?
    /// Whether to avoid nested repeats, and repeats that end at a goal, because some watches do not support them.
    package var isFlat = false
    /// Creation time of the file in seconds since 1989-12-31 00:00 UTC, the epoch of FIT.
    package var created: UInt32

    package init(title: String? = nil, isFlat: Bool = false, created: UInt32) {
      self.title = title
      self.isFlat = isFlat
      self.created = created
    }
  }

  /// Converts a workout, and reads the result back to find the losses.
  ///
  /// - Parameters:
  ///   - workout: The workout to export.
  ///   - own: The settings in the plan file, without the settings in the configuration.
  ///   - format: Format of the file.
  ///   - options: Settings of the export.
  /// - Throws: An error if the plan has too many steps or bytes for the format.
  package init(
    _ workout: Workout, own: Settings, as format: WorkoutFormat, _ options: Options
  ) throws(WorkoutFileError) {
    var report = LossReport()
    let planSteps = workout.stepsSkippingLast(report: &report)
    report.addUnsupported(own, isLastSkipped: planSteps != workout.plan.steps)
    var fitter = StepFitter(to: format.limits(isFlat: options.isFlat), report: report)
    let steps = try fitter.fit(planSteps)
    report = fitter.report
    self.steps = steps.stepCount
    let intervals = Plan(steps).intervals
    // This check avoids building a file that would be too long.
    guard intervals.reduce(0, { $0 + ($1.label?.utf8.count ?? 0) }) <= format.maxBytes else {
      throw WorkoutFileError(.tooLong(limit: format.maxBytes))
    }
    let (name, about) = ((own.name ?? options.title)?.cleanedToOneLine, own.about?.cleanedToOneLine)
    switch format {
    case .fit: bytes = FITWorkout(steps, name: name, about: about).bytes(created: options.created)
    case .icu: bytes = Array(ICUWorkout.text(steps, about: about).utf8)
    case .tcx: bytes = Array(TCXWorkout.document(steps, name: name, about: about).utf8)
    case .zwo:
      for case let pace? in intervals.map(\.pace) { report.add(.paceAsText(pace)) }
      bytes = Array(ZWOWorkout.document(steps, name: name, about: about).utf8)
    }
    guard bytes.count <= format.maxBytes else {
      throw WorkoutFileError(.tooLong(limit: format.maxBytes))
    }
    let readBack: ImportedWorkout
    do {
      readBack = try ImportedWorkout(withoutPlanLimits: bytes, format: format, per: .kilometres)
    } catch {
      throw WorkoutFileError(.notReadBack(error.words))
    }
    report.addDifference(of: .name, own.name, readBack.name)
    report.addDifference(of: .about, own.about, readBack.about)
    report.addDifferences(steps, readBack.plan.steps)
    self.report = report
  }
}
