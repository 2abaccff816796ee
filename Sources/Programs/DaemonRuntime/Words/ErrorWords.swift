import PlanNotation
import ControlInterface
import PlanLibrary
import UserFiles

/// The words for what went wrong: the one place where the daemon's errors get them.
extension FileReadError {
  /// What is wrong with the file, without its path.
  var words: String {
    switch self {
    case .system(let error): error.reason
    case .notRegular: "no regular file"
    case .notUTF8: "the text is not UTF-8"
    case .untrusted(let error): error.message
    }
  }

  fileprivate var hint: String? {
    guard case .untrusted(let error) = self else { return nil }
    return error.hint
  }
}

extension LibraryFileError {
  /// The whole of it for a log or a terminal: `PATH:LINE:COLUMN: what is wrong (hint)`.
  var fullWords: String {
    let (place, words, hint) =
      switch self {
      case .unreadable(let error): (path, error.words, error.hint)
      case .invalid(_, let error): ("\(path):\(error.line):\(error.column)", error.message, error.hint)
      }
    return "\(place): \(words)\(hint.map { " (\($0))" } ?? "")"
  }
}

extension KeptWorkout.Fault {
  var words: String {
    switch self {
    case .unreadable(let error): error.words
    case .malformed: "what was kept of the workout is damaged"
    case .version(let version): "another version of intervald kept the workout, in form \(version)"
    case .notation(let error): "the plan of the workout cannot be read: \(error.line):\(error.column): \(error.message)"
    case .impossible: "the place that was kept is none of the workout's"
    }
  }
}

extension ControlError.InvalidPlan {
  init(_ error: NotationError, path: String? = nil) {
    self.init(
      message: error.message, line: error.line, column: error.column, hint: error.hint, path: path,
      lineText: path == nil ? nil : error.lineText)
  }

  /// A plan file that could not be read as a plan.
  init(_ error: LibraryFileError) {
    switch error {
    case .unreadable(let error): self.init(message: error.words, line: 1, column: 1, path: error.path)
    case .invalid(let path, let notation): self.init(notation, path: path)
    }
  }
}

extension ControlError.UnusableHistory {
  init(_ error: FileReadError) {
    self.init(message: "\(error.path): \(error.words)", hint: error.hint)
  }

  /// The disk did not answer in time.
  static let silent = Self(message: "the disk does not answer, so that the last workout is not known")

  /// A line that waits, for what has failed, or nil where that is not known yet.
  static func notYet(_ failure: SystemError?) -> Self {
    let why = failure.map { "\($0)" } ?? "the disk does not answer"
    return Self(message: "\(why); the distance is recorded when that is over")
  }
}

extension ControlError.InvalidConfiguration {
  init(_ error: LibraryFileError) {
    switch error {
    case .unreadable(let error): self.init(message: error.words, hint: error.hint, path: error.path)
    case .invalid(let path, let notation):
      self.init(
        message: notation.message, line: notation.line, column: notation.column, hint: notation.hint, path: path,
        lineText: notation.lineText)
    }
  }
}
