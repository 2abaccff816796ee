import PlanNotation
import Text
package import WorkoutModel
package import WorkoutReports

/// A file format for finished workouts.
package enum ActivityFormat: String, FileFormat, CaseIterable, Sendable {
  /// Format of Garmin watches.
  case fit
  /// Format of Garmin Training Center; this format preceded FIT.
  case tcx

  /// Name of the format for messages.
  package var title: String {
    switch self {
    case .fit: "FIT"
    case .tcx: "TCX"
    }
  }
}

/// A finished workout as a file for a training diary.
package struct ActivityFile: Equatable, Sendable {
  /// Content of the file.
  package let bytes: [UInt8]
  /// Number of laps in the file.
  package let laps: Int

  package enum Sport: String, CaseIterable, Sendable {
    case running
    case walking
  }

  /// Properties of a file that the history does not contain.
  package struct Options: Sendable {
    package var sport = Sport.running
    /// Whether the workout was done on a treadmill.
    package var isIndoor = true
    /// Difference between local time at the start and UTC in seconds; positive if the local clock is ahead.
    package var utcOffset: Int
    /// Settings of the configuration; a plan can refer to their paces.
    package var configuration: Settings
    /// Version of the program that writes the file, such as `1.2.3`.
    package var version: String

    package init(
      sport: Sport = .running, isIndoor: Bool = true, utcOffset: Int, configuration: Settings, version: String
    ) {
      self.sport = sport
      self.isIndoor = isIndoor
      self.utcOffset = utcOffset
      self.configuration = configuration
      self.version = version
    }
  }

  /// Converts the summary of a finished workout, and the values of its sensors.
  ///
  /// - Throws: An error if the workout has no time in intervals, or if its start, its length or its distance is outside
  ///   the limits of activity files.
  package init(
    _ summary: Report.Summary, records: [SensorRecord] = [], as format: ActivityFormat, _ options: Options
  ) throws(WorkoutFileError) {
    let activity = try Activity(summary, records: records)
    laps = activity.laps.count
    switch format {
    case .fit:
      bytes = FITActivity(activity, options, workout: FITWorkout(planOf: summary, options)).bytes
    case .tcx:
      bytes = Array(TCXActivity(activity, options, note: summary.note).document.utf8)
    }
  }
}

extension FITWorkout {
  /// Makes a workout from the plan of a summary.
  ///
  /// Nil if the plan can no longer be read, for example because the configuration lacks a pace, or if the plan has too
  /// many steps. The plan contains the last interval even if `skip-last` dropped it.
  fileprivate init?(planOf summary: Report.Summary, _ options: ActivityFile.Options) {
    guard let file = try? PlanFile(summary.plan), let workout = try? file.workout(over: options.configuration) else {
      return nil
    }
    var fitter = StepFitter(to: Self.limits(isFlat: false), report: LossReport())
    guard let steps = try? fitter.fit(workout.plan.steps) else { return nil }
    let name = (summary.title ?? summary.planName)?.cleanedToOneLine
    self.init(steps, name: name, about: file.settings.about?.cleanedToOneLine)
    if options.sport == .walking { sport = Self.walking }
  }
}
