import ControlInterface
import PlanLibrary
import PlanNotation
import Text
import UserFiles

/// The messages of the daemon's errors.
extension FileReadError {
  /// The message without the path.
  var message: String {
    switch self {
    case .system(let error): error.reason
    case .notRegular: "not a regular file"
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
  /// The message for a log or a terminal, such as `PATH:LINE:COLUMN: MESSAGE (HINT)`.
  var fullMessage: String {
    let (position, message, hint) =
      switch self {
      case .unreadable(let error): (path, error.message, error.hint)
      case .invalid(_, let error): ("\(path):\(error.line):\(error.column)", error.message, error.hint)
      case .planAndProgram(_, let program): (path, LibraryFileError.ambiguous(program), LibraryFileError.renameHint)
      }
    return "\(position): \(message)\(hint.map { " (\($0))" } ?? "")"
  }

  /// The message for a plan that is beside a program of the same name.
  fileprivate static func ambiguous(_ program: String) -> String {
    "the plan has the name of a training program: \(program)"
  }

  fileprivate static let renameHint = "rename one of the two files"
}

extension SavedWorkout.RestoreError {
  var message: String {
    switch self {
    case .unreadable(let error): error.message
    case .malformed: "the saved workout is damaged"
    case .version(let version): "another version of intervald saved the workout, in format \(version)"
    case .notation(let error): "the saved plan is invalid: \(error.line):\(error.column): \(error.message)"
    case .invalidPosition: "the saved position is not in the plan"
    }
  }
}

extension ControlError.InvalidPlan {
  init(_ error: NotationError, path: String? = nil) {
    self.init(
      message: error.message, line: error.line, column: error.column, hint: error.hint, path: path,
      lineText: path == nil ? nil : error.lineText)
  }

  /// The error for a plan file that cannot be read or is invalid.
  init(_ error: LibraryFileError) {
    switch error {
    case .unreadable(let error): self.init(message: error.message, line: 1, column: 1, path: error.path)
    case .invalid(let path, let notation): self.init(notation, path: path)
    case .planAndProgram(let path, let program):
      self.init(
        message: LibraryFileError.ambiguous(program), line: 1, column: 1, hint: LibraryFileError.renameHint, path: path)
    }
  }
}

extension ControlError.UnusableHistory {
  init(_ error: FileReadError) {
    self.init(message: "\(error.path): \(error.message)", hint: error.hint)
  }

  /// The error for a start of the session that is due, if the unwritten lines are not available within the time limit.
  ///
  /// `program` is the name of the program, or the path of its file.
  static func unknownSession(of program: String) -> Self {
    Self(
      message: "the session that is due is unknown, because the disk does not respond",
      hint: "choose a session with: intervalctl start \(program.shellWord) --session w1d1")
  }

  /// The error for a start without a plan, if the time limit was exceeded.
  static let unknownLastPlan = Self(
    message: "the plan that was started last is unknown, because the disk does not respond",
    hint: "list the plans with: intervalctl plans")

  /// The error for a correction of the last workout, if the time limit was exceeded.
  static let notResponding = Self(message: "the last workout is unknown, because the disk does not respond")

  /// The error if the corrected line could not be written; `failure` is nil if the time limit was exceeded.
  static func notWritten(_ failure: SystemError?) -> Self {
    let reason = failure.map { "\($0)" } ?? "the disk does not respond"
    return Self(message: "\(reason); the distance is recorded when the history can be written")
  }
}

extension ControlError.InvalidConfiguration {
  init(_ error: LibraryFileError) {
    switch error {
    case .unreadable(let error): self.init(message: error.message, hint: error.hint, path: error.path)
    case .invalid(let path, let notation):
      self.init(
        message: notation.message, line: notation.line, column: notation.column, hint: notation.hint, path: path,
        lineText: notation.lineText)
    case .planAndProgram: preconditionFailure("a configuration is not a plan")
    }
  }
}
