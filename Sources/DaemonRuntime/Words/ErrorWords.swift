import PlanNotation
import ServiceManager
import WorkoutControl
import WorkoutSettings

/// The words for what went wrong: the one place where the daemon's errors get them.
extension SettingsFileError {
  /// What is wrong with the file, without its path.
  var words: String {
    switch reason {
    case .system(let errno): systemErrorWords(errno)
    case .notUTF8: "the text is not UTF-8"
    case .notation(let error): error.message
    }
  }

  /// The whole of it for a log or a terminal: `PATH:LINE:COLUMN: what is wrong (hint)`.
  var fullWords: String {
    guard case .notation(let error) = reason else { return "\(path): \(words)" }
    let hint = error.hint.map { " (\($0))" } ?? ""
    return "\(path):\(error.line):\(error.column): \(words)\(hint)"
  }
}

extension FileError {
  var words: String { "\(path): \(systemErrorWords(errno))" }
}

extension ControlError.InvalidPlan {
  init(_ error: NotationError, path: String? = nil) {
    self.init(
      message: error.message, line: error.line, column: error.column, hint: error.hint, path: path,
      lineText: path == nil ? nil : error.lineText)
  }

  /// A plan file that could not be read as a plan.
  init(_ error: SettingsFileError) {
    guard case .notation(let notation) = error.reason else {
      self.init(message: error.words, line: 1, column: 1, path: error.path)
      return
    }
    self.init(notation, path: error.path)
  }
}

extension ControlError.InvalidConfiguration {
  init(_ error: SettingsFileError) {
    guard case .notation(let notation) = error.reason else {
      self.init(message: error.words, path: error.path)
      return
    }
    self.init(
      message: notation.message, line: notation.line, column: notation.column, hint: notation.hint, path: error.path,
      lineText: notation.lineText)
  }
}
