import PlanNotation
import WorkoutControl
import WorkoutSettings

/// The words for what cannot be saved, and for plans as they are written.
extension Failure {
  /// A text that can be no plan's name; `argument` is what the text was given as, if it was one.
  static func unusableName(_ problem: PlanName.Problem, _ name: String, argument: String? = nil) -> Failure {
    let (message, hint) =
      switch problem {
      case .empty: ("a plan's name is missing", "a name is a word such as long-run")
      case .tooLong: ("a plan's name has at most \(PlanName.longest) bytes", "a name is a word such as long-run")
      case .slash: ("a plan's name has no '/' in it", "plans lie side by side in one folder: put '-' in place of '/'")
      case .beginning: ("a plan's name begins with neither '.' nor '-'", "a name is a word such as long-run")
      case .invisible: ("a plan's name has no characters that do not show", "a name is a word such as long-run")
      case .fileExtension: ("a plan's name goes without '.plan'", "its file has that anyway")
      case .notation:
        (
          "'\(name.harmless)' is a plan in itself, and so no plan's name",
          "take a name that could be no plan, such as my-\(name.harmless.split(separator: " ").joined(separator: "-"))"
        )
      }
    return Failure(
      status: .usage, message: [argument, message].compactMap(\.self).joined(separator: ": "), hints: [hint])
  }

  /// A name that a plan has already, which is to be kept.
  static func planExists(_ entry: PlanFolders.Entry) -> Failure {
    Failure(
      status: .usage, message: "there is a plan named '\(entry.name)' already: \(entry.path)",
      hints: ["--replace overwrites it; or give it another name"])
  }

  /// An editor that did not start, or did not end well; `command` is the shell's, and `why` goes on from it.
  static func noEditor(_ command: String, _ why: String) -> Failure {
    Failure(
      status: .unavailable, message: "the editor '\(command)' \(why)",
      hints: ["name another: EDITOR=nano intervalctl edit NAME"])
  }

  /// A plan that the person would not edit once more.
  static let planNotEdited = Failure(status: .invalidPlan, message: "the plan stays as it was")

  /// A plan that has changed while it was edited.
  static func planChangedMeanwhile(_ name: PlanName) -> Failure {
    Failure(status: .usage, message: "the plan '\(name.text)' has changed while you edited it, and stays as it is")
  }

  /// A plan that could not be saved.
  static func notSaved(_ error: FileError) -> Failure {
    Failure(status: .outputFailed, message: "cannot save \(error.path): \(systemErrorWords(error.errno))")
  }

  /// A result that would take the place of what is no file.
  static func notRegular(_ path: String, hint: String?) -> Failure {
    Failure(
      status: .outputFailed, message: "cannot save \(path): no regular file", hints: [hint].compactMap(\.self))
  }

  /// A plan that was written and perhaps saved, and that the daemon would not start.
  static func notStarted(_ error: ControlError, savedAs name: PlanName?) -> Failure {
    var failure = Failure(error)
    if case .alreadyRunning = error {
      let start = name.map { "; then start yours with: intervalctl start \($0.text)" } ?? ""
      failure.hints = ["end it with: intervalctl stop\(start)"]
    }
    return failure
  }

  /// A plan that came in a pipe, with which nothing is to be done.
  static let nothingToDo = Failure(
    status: .usage, message: "a plan that does not come from a terminal needs a NAME, or --start",
    hints: [
      "save it: intervalctl new NAME < FILE", "start it: intervalctl new --start < FILE",
      "only look at it: intervalctl show - < FILE",
    ])

  /// Settings on the planner's one line.
  static let settingsOnOneLine = Failure(
    status: .invalidPlan, message: "settings do not fit on this line",
    hints: ["intervalctl new NAME < FILE takes a plan with settings"])
}
