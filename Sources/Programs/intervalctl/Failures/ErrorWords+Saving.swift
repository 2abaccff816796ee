import Text
import PlanNotation
import ControlInterface
import PlanLibrary
import UserFiles

/// The words for what cannot be saved, and for plans as they are written.
extension Failure {
  /// A text that cannot be a plan's name.
  static func unusableName(_ problem: PlanName.Problem, _ name: String) -> Failure {
    let example = "a name is a word such as long-run"
    let (message, hint) =
      switch problem {
      case .empty: ("the plan name is empty", example)
      case .tooLong: ("the plan name is longer than \(PlanName.maxBytes) bytes", example)
      case .slash: ("a plan name cannot contain '/'", "all plans are in one folder; write '-' instead of '/'")
      case .beginning: ("a plan name cannot begin with '\(name.safeForTerminal.prefix(1))'", example)
      case .invisible: ("a plan name cannot contain invisible characters", example)
      case .fileExtension:
        (
          "a plan name does not include '.plan'",
          "write \(name.safeForTerminal.dropLast(PlanFolders.fileExtension.count))"
        )
      case .notation:
        (
          "'\(name.safeForTerminal)' is a plan in notation, and cannot be a plan name",
          "choose another name, such as my-\(name.safeForTerminal.split(separator: " ").joined(separator: "-"))"
        )
      }
    return Failure(status: .usage, message: message, hints: [hint])
  }

  /// A plan that is not to be overwritten.
  static func planExists(_ entry: PlanFolders.Entry) -> Failure {
    Failure(
      status: .exists, message: "a plan named '\(entry.name)' already exists: \(entry.path)",
      hints: ["overwrite it with --overwrite", "or choose another name"])
  }

  /// A file that is not to be overwritten.
  static func fileExists(_ path: String) -> Failure {
    Failure(
      status: .exists, message: "\(path.safeForTerminal) already exists",
      hints: ["overwrite it with --overwrite", "or choose another name"])
  }

  /// A plan that is not in the person's own folder, and so not theirs to remove or rename.
  static func planNotOwn(_ entry: PlanFolders.Entry) -> Failure {
    Failure(
      status: .refused,
      message: "'\(entry.name.safeForTerminal)' is not one of your own plans: \(entry.path.safeForTerminal)",
      hints: ["make a changed copy of your own, which hides it: intervalctl edit \(entry.name.safeForTerminal)"])
  }

  /// An editor that did not start, or did not end well; `why` follows the command.
  static func noEditor(_ command: String, _ why: String) -> Failure {
    Failure(status: .unavailable, message: "the editor '\(command)' \(why)", hints: [editorHint])
  }

  /// No editor is named, and none of the usual ones is installed.
  static let noEditorNamed = Failure(
    status: .unavailable, message: "no editor found: neither VISUAL nor EDITOR is set", hints: [editorHint])

  private static let editorHint = "choose an editor, for example: EDITOR=nano intervalctl edit NAME"

  /// A plan whose mistake the person did not want to correct.
  static let planNotEdited = Failure(status: .invalidPlan, message: "the plan was not changed")

  /// A plan that something else has changed while it was edited.
  static func planChangedMeanwhile(_ name: PlanName) -> Failure {
    Failure(
      status: .exists, message: "the plan '\(name.text)' has changed while you edited it, and was not overwritten")
  }

  /// A plan or a result that could not be saved.
  static func notSaved(_ error: SystemError) -> Failure {
    Failure(status: .outputFailed, message: "cannot save \(error)")
  }

  /// A plan that could not be removed.
  static func notRemoved(_ error: SystemError) -> Failure {
    Failure(status: .outputFailed, message: "cannot remove \(error)")
  }

  /// A place for a file that is taken by something that cannot be replaced.
  static func notRegular(_ path: String) -> Failure {
    Failure(status: .outputFailed, message: "cannot save \(path): not a regular file")
  }

  /// A symbolic link that leads to nothing, in the place of a file.
  static func linkToNothing(_ path: String) -> Failure {
    Failure(status: .outputFailed, message: "cannot save \(path): a symbolic link to a file that does not exist")
  }

  /// A plan that was written and perhaps saved, and that the daemon does not start.
  static func notStarted(_ error: ControlError, savedAs name: PlanName?) -> Failure {
    var failure = Failure(error)
    if case .alreadyRunning = error {
      let start = name.map { "; then start yours with: intervalctl start \($0.text)" } ?? ""
      failure.hints = ["end it with: intervalctl stop\(start)"]
    }
    return failure
  }

  /// A plan from standard input that is neither to be saved nor started.
  static let nothingToDo = Failure(
    status: .usage, message: "a plan that does not come from a terminal needs a NAME, or --start",
    hints: [
      "save it: intervalctl new NAME < FILE", "start it: intervalctl new --start < FILE",
      "only show it: intervalctl show - < FILE",
    ])

  /// Settings on the planner's one line.
  static let settingsOnOneLine = Failure(
    status: .invalidPlan, message: "settings do not fit on this line",
    hints: ["intervalctl new NAME < FILE takes a plan with settings"])
}
