import PlanNotation
import WorkoutFiles
import WorkoutModel

/// The words for workout files of other programs.
extension Failure {
  /// A file whose name does not tell its format.
  static func unknownFormat(_ path: String) -> Failure {
    let formats = WorkoutFormat.allCases
    return Failure(
      status: .usage,
      message: path == "-"
        ? "a standard stream does not tell its format"
        : "\(fileName(path)) ends in none of \(formats.map { ".\($0.rawValue)" }.joined(separator: ", "))",
      hints: ["say what it is, as in: --format \(formats[0].rawValue)"])
  }

  /// A workout file that is none, or of which no plan can be made.
  static func unusableFile(_ error: WorkoutFileError, path: String, format: WorkoutFormat) -> Failure {
    Failure(
      status: .invalidPlan, message: "\(fileName(path)): \(error.words)",
      hints: error.isOfForm ? ["it was read as \(format.title); another format is named with --format"] : [])
  }

  /// A workout file whose plan cannot be read as time.
  static func invalidImport(_ error: NotationError, path: String) -> Failure {
    let hints =
      switch error.reason {
      case .unusable(.distanceWithoutPace(let kind), _, let unit), .unusable(.untilWithoutPace(let kind), _, let unit):
        ["give it one, such as: --pace \(kind.rawValue)=\((unit ?? .kilometres).examplePace)"]
      default: error.hints
      }
    return Failure(
      status: .invalidPlan, message: "\(fileName(path)): \(error.message)",
      excerpt: Excerpt(lineText: error.lineText, column: error.column), hints: hints)
  }

  /// A plan that does not fit into a format.
  static func notExported(_ error: WorkoutFileError, as format: WorkoutFormat) -> Failure {
    Failure(
      status: .invalidPlan, message: "this does not fit into \(format.title): \(error.words)",
      hints: format == .fit ? [] : ["FIT has room for more: --format fit"])
  }

  /// A conversion that would lose something, which was not to be.
  static func lossy(_ losses: [Loss]) -> Failure {
    Failure(
      status: .invalidPlan,
      message: "with --strict nothing may be lost, and \(losses.count == 1 ? "this" : "these") would be",
      list: losses.map(\.words.harmless))
  }

  /// What would not show on a terminal.
  static func noText(_ format: WorkoutFormat) -> Failure {
    Failure(
      status: .usage, message: "\(format.title) is no text that a terminal could show",
      hints: ["write it to a file, as in: -o workout.\(format.rawValue)"])
  }
}
