import PlanNotation
import WorkoutFiles
import WorkoutModel

extension ImportedWorkout {
  /// Holds the plan against its own text, and against what it comes back as from a file of another format, which
  /// depends on how many steps it has.
  func check() throws(Violation) {
    let file: PlanFile
    do {
      file = try PlanFile(text)
    } catch {
      throw Violation("the plan is refused: \(error) \(text.debugDescription)")
    }
    try require(
      file.plan == plan && file.settings.name == name && file.settings.about == about,
      "read back as another: \(text.debugDescription)")
    // It may take too long, or be too short at its pace; and what is written out a thousand times shows nothing more.
    guard let workout = try? file.workout(over: Self.paced),
      workout.timeline.totals.intervals.map({ $0 <= Self.maxIntervals }) ?? true
    else { return }
    let (way, formats) = (plan.intervals.count, WorkoutFormat.allCases)
    try checkExporting(
      workout, file.settings, formats[way % formats.count], isFlat: way / formats.count % 2 == 1)
  }

  private func checkExporting(
    _ workout: Workout, _ settings: Settings, _ format: WorkoutFormat, isFlat: Bool
  ) throws(Violation) {
    do {
      let exported = try ExportedWorkout(workout, own: settings, as: format, .init(isFlat: isFlat, created: 1))
      let back = try ImportedWorkout(exported.bytes, format: format, per: .kilometres)
      try require(
        back.plan == workout.plan || !exported.report.losses.isEmpty,
        "\(format) loses without a word: \(workout.plan.notation) became \(back.plan.notation)")
    } catch let error as WorkoutFileError {
      switch error.reason {
      // What is written out can be more than fits a file, or a plan.
      case .tooManySteps, .longPlan: return
      default: throw Violation("\(format): \(error.words)")
      }
    } catch let error as Violation {
      throw error
    } catch {
      throw Violation("\(error)")
    }
  }

  /// How many intervals a plan has at most that is written as a file.
  private static let maxIntervals = 500

  /// A configuration with which every interval has a pace.
  private static let paced: Settings = {
    var settings = Settings()
    for kind in Kind.allCases { settings.paces[kind] = .time(.seconds(600), per: .kilometres) }
    return settings
  }()
}
