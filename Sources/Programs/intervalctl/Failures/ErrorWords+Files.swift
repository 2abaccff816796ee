import Text
import PlanNotation
import WorkoutFiles
import WorkoutModel

/// The words for workout files of other programs.
extension Failure {
  /// A file to read whose type is not known from its name.
  static func unknownInputType(_ path: String) -> Failure {
    guard let fileExtension = path.fileExtension, path != "-" else { return unknownType(of: path) }
    guard fileExtension != "gpx" else { return trackFile }
    return unsupportedType("cannot import '.\(fileExtension.safeForTerminal)' files")
  }

  /// A file to write whose type is not known from its name.
  static func unknownOutputType(_ path: String) -> Failure {
    if OutputFile.isStandardOutput(path) {
      return Failure(status: .usage, message: "the type of standard output is unknown", hints: [typeHint])
    }
    guard let fileExtension = path.fileExtension else { return unknownType(of: path) }
    return unsupportedType("cannot write '.\(fileExtension.safeForTerminal)' files")
  }

  /// A GPX file in the place of a workout or a plan.
  static let trackFile = Failure(
    status: .usage, message: "cannot read '.gpx' files",
    hints: ["a GPX file is a recorded track; use a workout in a \(workoutTypes) file"])

  private static func unsupportedType(_ message: String) -> Failure {
    Failure(status: .usage, message: message, hints: ["use \(workoutTypes)", typeHint])
  }

  private static func unknownType(of path: String) -> Failure {
    Failure(
      status: .usage, message: "the type of \(path == "-" ? fileName(path) : "'\(path.safeForTerminal)'") is unknown",
      hints: path == "-" ? [typeHint] : ["use \(workoutTypes)", typeHint])
  }

  private static let workoutTypes = WorkoutFormat.allCases.map { ".\($0.rawValue)" }.listed("or")
  private static let typeHint = "name the type, for example: --type \(WorkoutFormat.allCases[0].rawValue)"

  /// A file that is not a workout file, or of which no plan can be made.
  static func unusableFile(_ error: WorkoutFileError, path: String, format: WorkoutFormat) -> Failure {
    guard error.isOfForm else {
      return Failure(status: .invalidPlan, message: "\(fileName(path)): \(error.words)")
    }
    let article = format == .icu ? "an" : "a"
    return Failure(
      status: .invalidPlan, message: "\(fileName(path)) is not \(article) \(format.title) file: \(error.words)",
      hints: ["for another type: intervalctl import --type TYPE \(path.safeForTerminal)"])
  }

  /// A workout file whose plan cannot be read as time.
  static func invalidImport(_ error: NotationError, path: String) -> Failure {
    let hints =
      switch error.reason {
      case .unusable(.distanceWithoutPace(let kind), _, let unit), .unusable(.untilWithoutPace(let kind), _, let unit):
        ["give it a pace, for example: --pace \(kind.rawValue)=\((unit ?? .kilometres).examplePace)"]
      default: error.hints
      }
    return Failure(
      status: .invalidPlan, message: "\(fileName(path)): \(error.message)",
      excerpt: Excerpt(lineText: error.lineText, column: error.column), hints: hints)
  }

  /// A plan that does not fit into a format.
  static func notExported(_ error: WorkoutFileError, as format: WorkoutFormat) -> Failure {
    Failure(
      status: .invalidPlan, message: "the plan does not fit into \(format.title): \(error.words)",
      hints: format == .fit ? [] : ["FIT files have room for more: --type fit"])
  }

  /// A conversion that would lose something, with `--strict`.
  static func lossy(_ losses: [Loss]) -> Failure {
    Failure(
      status: .invalidPlan,
      message: "with --strict nothing may be lost, and \(losses.count == 1 ? "this" : "these") would be",
      list: losses.map(\.words.safeForTerminal))
  }

  /// A binary format on a terminal.
  static func notText(_ format: WorkoutFormat) -> Failure {
    Failure(
      status: .usage, message: "\(format.title) files are binary, and cannot be shown on a terminal",
      hints: ["write a file, for example: -o workout.\(format.rawValue)"])
  }
}
