import ControlInterface
import PlanLibrary
import PlanNotation
import Text
import UserFiles
import WorkoutModel

/// The messages for plans and for files that are saved.
extension Failure {
  /// An unknown plan name.
  ///
  /// `searched` are the plan folders of the daemon, which may differ from the plan folders of this program.
  static func noPlan(named name: String, similar: String?, searched: [String] = []) -> Failure {
    let nearest = similar.map { "did you mean '\($0)'?" }
    let folders = similar == nil && !searched.isEmpty ? "intervald looks for NAME.plan files in:" : nil
    return Failure(
      status: .noPlan, message: "no plan is named '\(name)'",
      hints: [nearest, "list the plans with: intervalctl plans", folders].compactMap(\.self),
      list: folders == nil ? [] : searched.map(\.safeForTerminal))
  }

  /// A title that several plans or programs have.
  static func ambiguousTitle(_ title: String, of names: [String]) -> Failure {
    let names = names.map { "'\($0.safeForTerminal)'" }
    return Failure(
      status: .usage, message: "'\(title.safeForTerminal)' is the title of \(names.listed("and"))",
      hints: ["write the name instead: \(names.listed("or"))"])
  }

  /// A dry run of an open interval, without a terminal for the key that ends it.
  static let dryRunWithoutKeys = Failure(
    status: .refused, message: "an open interval waits for a key, which requires a terminal",
    hints: [
      "run the dry run in a terminal, and press n for the next interval",
      "or list all intervals with: intervalctl show",
    ])

  /// The hint for an unknown plan name that comes from the settings.
  static let defaultPlanHint = "default-plan in intervald.conf names it"

  /// A start without a plan, if the file of the program that was started last is gone.
  ///
  /// `program` is the name of the program, or the path of its file.
  static func lastProgramGone(_ program: String, similar: String?) -> Failure {
    Failure(
      status: .noPlan, message: "the training program that was started last does not exist: \(program.safeForTerminal)",
      hints: [
        similar.map { "did you mean '\($0.safeForTerminal)'?" },
        "start another plan or program by its name: intervalctl start NAME",
        "list the plans with: intervalctl plans",
      ].compactMap(\.self))
  }

  /// A start without a plan, if neither a default plan nor a last plan exists.
  ///
  /// `plans` are the table lines of the available plans.
  static func nothingToStart(plans: [String]) -> Failure {
    Failure(
      status: .noPlan, message: "no plan given, no default plan set, and no plan started before",
      hints: [
        "type a plan: intervalctl start '4x(30s run, 30s walk)'",
        plans.isEmpty ? "or see the notation: intervalctl notation" : "or name one: intervalctl start NAME",
      ],
      list: plans)
  }

  /// A word that is both the name of a plan and valid notation.
  static func ambiguousPlan(_ word: String, path: String) -> Failure {
    Failure(
      status: .usage, message: "'\(word)' is both the name of a plan (\(path)) and a plan in notation",
      hints: ["for the named plan: --name \(word)", "for the notation: --text \(word)"])
  }

  /// A text that is not a valid plan.
  ///
  /// `path` is the file of the text. `couldBeName` is true if the text can be the name of a plan.
  static func invalidPlan(_ error: NotationError, path: String?, couldBeName: Bool = false) -> Failure {
    let names = couldBeName ? "no plan has that name either; list the plans with: intervalctl plans" : nil
    return Failure(
      status: .invalidPlan,
      message: "\(place(path, line: error.line, column: error.column)): \(error.message)",
      excerpt: Excerpt(lineText: error.lineText, column: error.column),
      hints: error.hints + [names].compactMap(\.self))
  }

  /// A file that cannot be read as text.
  static func unreadableFile(_ error: FileReadError) -> Failure {
    switch error {
    case .system(let error):
      Failure(status: .noPlan, message: "cannot read \(fileName(error.subject)): \(error.reason)")
    case .notRegular(let path):
      Failure(status: .noPlan, message: "cannot read \(fileName(path)): not a regular file")
    case .notUTF8(let path): Failure(status: .invalidPlan, message: "\(fileName(path)) is not UTF-8 text")
    case .untrusted(let error): untrusted(error)
    }
  }

  // MARK: Saving

  /// An invalid plan name.
  static func unusableName(_ problem: PlanName.Problem, _ name: String, of type: String = "plan") -> Failure {
    Failure(status: .usage, message: problem.message(for: name, of: type), hints: [problem.hint(for: name)])
  }

  /// An existing plan or program that may not be overwritten, because `--overwrite` is not given.
  static func planExists(_ entry: PlanFolders.Entry) -> Failure {
    Failure(
      status: .exists, message: "a \(entry.noun) named '\(entry.name)' already exists: \(entry.path)",
      hints: ["overwrite it with --overwrite", "or choose another name"])
  }

  /// A name that a plan and a program in the same folder would both have.
  static func nameInUse(by other: PlanFolders.Entry) -> Failure {
    let name = other.name.safeForTerminal
    return Failure(
      status: .exists, message: "a \(other.noun) named '\(name)' already exists: \(other.path.safeForTerminal)",
      hints: ["choose another name", "or rename the \(other.noun): intervalctl plans rename \(name) NEW-NAME"])
  }

  /// An existing file that may not be overwritten, because `--overwrite` is not given.
  static func fileExists(_ path: String) -> Failure {
    Failure(
      status: .exists, message: "\(path.safeForTerminal) already exists",
      hints: ["overwrite it with --overwrite", "or choose another name"])
  }

  /// A plan or program that cannot be removed or renamed because it is not in the user's own folder.
  static func planNotOwn(_ entry: PlanFolders.Entry) -> Failure {
    Failure(
      status: .refused,
      message: "'\(entry.name.safeForTerminal)' is not one of your own \(entry.noun)s: \(entry.path.safeForTerminal)",
      hints: ["save your own copy under the same name: intervalctl edit \(entry.name.safeForTerminal)"])
  }

  /// An editor that did not start or that failed; `why` follows the command in the message.
  static func noEditor(_ command: String, _ why: String) -> Failure {
    Failure(status: .unavailable, message: "the editor '\(command)' \(why)", hints: [editorHint])
  }

  /// No editor is configured, and neither `editor` nor `vi` is installed.
  static let noEditorNamed = Failure(
    status: .unavailable, message: "no editor found: neither VISUAL nor EDITOR is set", hints: [editorHint])

  private static let editorHint = "choose an editor, for example: EDITOR=nano intervalctl edit NAME"

  /// An invalid plan or program that the user did not want to correct.
  static func planNotEdited(_ entry: PlanFolders.Entry) -> Failure {
    Failure(status: .invalidPlan, message: "the \(entry.noun) was not changed")
  }

  /// A plan or training program that another process changed while the user edited it.
  static func planChangedMeanwhile(_ entry: PlanFolders.Entry) -> Failure {
    Failure(
      status: .exists,
      message: "the \(entry.noun) '\(entry.name)' has changed while you edited it, and was not overwritten")
  }

  /// A plan or another file that could not be saved.
  static func notSaved(_ error: SystemError) -> Failure {
    Failure(status: .outputFailed, message: "cannot save \(error)")
  }

  /// A plan that could not be removed.
  static func notRemoved(_ error: SystemError) -> Failure {
    Failure(status: .outputFailed, message: "cannot remove \(error)")
  }

  /// No plan was removed or renamed, or all changes are undone.
  static let noPlanChange = Failure(status: .refused, message: "no removal or rename of a plan is left to undo")

  /// A removal or a rename that cannot be undone, because another plan or program has the earlier name.
  ///
  /// The hint does not use `plans rename`, because `plans undo` would then revert this rename.
  static func notUndone(becauseOf other: PlanFolders.Entry) -> Failure {
    let (name, path) = (other.name.safeForTerminal, other.path.safeForTerminal)
    let stem = "\(path.dropLast(other.fileName.safeForTerminal.count))\(name)-"
    let suffix = other.isProgram ? PlanName.programExtension : PlanName.fileExtension
    let newPaths = (2...).lazy.map { "\(stem)\($0)\(suffix)" }
    let newPath = newPaths.first { !SystemCalls.canAccess($0) } ?? path
    return Failure(
      status: .exists, message: "a \(other.noun) named '\(name)' already exists: \(path)",
      hints: ["give it another name first: mv -n \(path.shellWord) \(newPath.shellWord)"])
  }

  /// An output path that is not a regular file and so cannot be overwritten.
  static func notRegular(_ path: String) -> Failure {
    Failure(status: .outputFailed, message: "cannot save \(path): not a regular file")
  }

  /// An output path that is a dangling symbolic link.
  static func linkToNothing(_ path: String) -> Failure {
    Failure(status: .outputFailed, message: "cannot save \(path): a symbolic link to a file that does not exist")
  }

  /// A new plan that the daemon did not start; `name` is the name under which it was saved.
  static func notStarted(_ error: ControlError, savedAs name: PlanName?) -> Failure {
    var failure = Failure(error)
    if case .alreadyRunning = error {
      failure.hints = ["end it with: intervalctl stop"]
      if let name { failure.hints.append("then start yours with: intervalctl start \(name.text.shellWord)") }
    }
    return failure
  }

  /// A plan from standard input, if neither a name nor `--start` is given.
  static let nothingToDo = Failure(
    status: .usage, message: "a plan from standard input requires a NAME or --start",
    hints: [
      "save it: intervalctl new NAME < FILE", "start it: intervalctl new --start < FILE",
      "only show it: intervalctl show - < FILE",
    ])

  /// A program from standard input without a name; the history refers to a program by its name.
  static let programWithoutName = Failure(
    status: .usage, message: "a training program from standard input requires a NAME",
    hints: ["save it: intervalctl new --program NAME < FILE"])
}

extension PlanFolders.Entry {
  /// The word for the type of the entry.
  var noun: String { isProgram ? "training program" : "plan" }
}
