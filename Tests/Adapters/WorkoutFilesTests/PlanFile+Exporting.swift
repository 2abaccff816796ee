import PlanNotation
import WorkoutFiles
import WorkoutModel

extension PlanFile {
  /// The plan as a file, with no configuration.
  func exported(
    as format: WorkoutFormat, title: String? = nil, isFlat: Bool = false
  ) throws -> ExportedWorkout {
    try ExportedWorkout(
      workout(over: Settings()), own: settings, as: format, .init(title: title, isFlat: isFlat, created: 1_000_000_000))
  }
}

extension PlanFile {
  /// The same; nil for more than the format has room for.
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
