import ControlInterface
import Text
import WorkoutFiles

/// The messages for exports of past workouts.
extension Failure {
  /// Numbers of workouts combined with a day.
  static let numbersWithSince = Failure(
    status: .usage, message: "numbers of workouts and --since cannot be combined",
    hints: [
      "export by number: intervalctl history export 1 2 3 -o FOLDER",
      "export by day: intervalctl history export --since 2w -o FOLDER",
    ])

  /// A day since which no workout was recorded.
  static func noWorkoutsSince(_ day: String) -> Failure {
    Failure(
      status: .noPlan, message: "no workouts since \(day.safeForTerminal)",
      hints: ["list all workouts with: intervalctl history --all"])
  }

  /// Several workouts or a day, but a file instead of a folder.
  static func severalWorkoutsInFile(_ path: String) -> Failure {
    Failure(
      status: .usage,
      message: "'\(path.safeForTerminal)' is not a folder, and several workouts or --since require a folder",
      hints: ["specify a folder, for example: -o runs/"])
  }

  /// An export by day without any workout that can be exported.
  static let nothingExported = Failure(status: .invalidPlan, message: "none of these workouts can be exported")

  /// A path that ends in a slash, but is the path of a file.
  static func notAFolder(_ path: String) -> Failure {
    Failure(
      status: .outputFailed, message: "'\(path.safeForTerminal)' is not a folder",
      hints: ["specify another folder, or a file without the last '/'"])
  }

  static func missingFolder(_ path: String) -> Failure {
    Failure(
      status: .outputFailed, message: "the folder '\(path.safeForTerminal)' does not exist",
      hints: ["make it with: mkdir -p \(path.safeForTerminal.shellWord)"])
  }

  /// A file whose name does not determine the type of an activity.
  static func unknownActivityType(_ path: String) -> Failure {
    let types = ActivityFormat.allCases.map { ".\($0.rawValue)" }.listed("or")
    let message = path.fileExtension.map { "cannot write '.\($0.safeForTerminal)' files of past workouts" }
    return Failure(
      status: .usage, message: message ?? "the type of '\(path.safeForTerminal)' is unknown",
      hints: ["use \(types)", "name the type, for example: --type \(ActivityFormat.allCases[0].rawValue)"])
  }

  /// A workout that cannot be an activity file.
  static func activityNotExported(_ error: WorkoutFileError, number: Int) -> Failure {
    Failure(status: .invalidPlan, message: "cannot export workout \(number): \(error.words)")
  }
}
