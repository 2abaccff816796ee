import Text
package import WorkoutModel

/// A plan as a file of another program.
package struct ExportedWorkout: Equatable, Sendable {
  package let bytes: [UInt8]
  /// How many steps it has, repeats among them.
  package let steps: Int
  /// What the file does not have of the plan.
  package let report: LossReport

  /// What is written beside the steps.
  package struct Options: Sendable {
    /// What the plan is called if it does not say so itself.
    package var title: String?
    /// Whether repeats in repeats, and those until a goal, are written out, for watches that have none.
    package var isFlat = false
    /// When the file was made, in seconds since 1989-12-31 00:00 UTC.
    package var created: UInt32

    package init(title: String? = nil, isFlat: Bool = false, created: UInt32) {
      self.title = title
      self.isFlat = isFlat
      self.created = created
    }
  }

  /// Writes a workout, and reads it back to know what is lost.
  ///
  /// - Parameters:
  ///   - workout: what to write.
  ///   - own: the settings that stand in the plan itself.
  ///   - format: what to write it as.
  ///   - options: what is written beside.
  /// - Throws: that it has more steps or bytes than fit.
  package init(
    _ workout: Workout, own: Settings, as format: WorkoutFormat, _ options: Options
  ) throws(WorkoutFileError) {
    var report = LossReport()
    let written = workout.stepsSkippingLast(report: &report)
    report.note(own, isLastSkipped: written != workout.plan.steps)
    var fitting = Fitting(to: format.limits(isFlat: options.isFlat), report: report)
    let steps = try fitting.fit(written)
    report = fitting.report
    self.steps = steps.stepCount
    let intervals = Plan(steps).intervals
    // What is too long is not worth putting together.
    guard intervals.reduce(0, { $0 + ($1.label?.utf8.count ?? 0) }) <= format.longest else {
      throw WorkoutFileError(.tooLong(limit: format.longest))
    }
    let (name, about) = ((own.name ?? options.title)?.cleanedToOneLine, own.about?.cleanedToOneLine)
    switch format {
    case .fit: bytes = FITWorkout(steps, name: name, about: about).bytes(created: options.created)
    case .icu: bytes = Array(ICUWorkout.text(steps, about: about).utf8)
    case .tcx: bytes = Array(TCXWorkout.document(steps, name: name, about: about).utf8)
    case .zwo:
      for case let pace? in intervals.map(\.pace) { report.note(.paceInWords(pace)) }
      bytes = Array(ZWOWorkout.document(steps, name: name, about: about).utf8)
    }
    guard bytes.count <= format.longest else {
      throw WorkoutFileError(.tooLong(limit: format.longest))
    }
    let back: ImportedWorkout
    do {
      back = try ImportedWorkout(ofAnyText: bytes, format: format, per: .kilometres)
    } catch {
      throw WorkoutFileError(.notReadBack(error.words))
    }
    report.note(.name, own.name, readAs: back.name)
    report.note(.about, own.about, readAs: back.about)
    report.note(steps, readAs: back.plan.steps)
    self.report = report
  }
}

extension WorkoutFormat {
  fileprivate func limits(isFlat: Bool) -> FormatLimits {
    switch self {
    case .fit: FITWorkout.limits(isFlat: isFlat)
    case .icu: ICUWorkout.limits
    case .tcx: TCXWorkout.limits(isFlat: isFlat)
    case .zwo: ZWOWorkout.limits
    }
  }
}
