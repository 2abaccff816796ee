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

  /// The hint for an unknown plan name that comes from the settings.
  static let defaultPlanHint = "default-plan in intervald.conf names it"

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

  // MARK: Programs

  /// A session that a program does not have.
  static func noSuchSession(_ session: ControlError.NoSuchSession) -> Failure {
    let name = session.program.safeForTerminal
    guard let nearest = session.nearest else { return notAProgram(session.program) }
    guard SessionID(session.session) != nil else {
      return Failure(
        status: .usage, message: "'\(session.session)' is not a session",
        hints: ["write the week and the day, such as \(nearest)", "list the sessions with: intervalctl show \(name)"])
    }
    return Failure(
      status: .noPlan, message: "\(name) has no session '\(session.session)'",
      hints: ["did you mean '\(nearest)'?", "list the sessions with: intervalctl show \(name)"])
  }

  /// A session of a plan that is not a program.
  static func notAProgram(_ plan: String) -> Failure {
    Failure(
      status: .usage, message: "'\(plan.safeForTerminal)' is a plan, not a training program, and has no session",
      hints: ["leave out --session", "list the programs with: intervalctl plans"])
  }

  /// An option of `show` that requires a session, for a program; `program` is the argument of the command.
  static func requiresSession(_ option: String, _ value: String? = nil, of program: String) -> Failure {
    let words = [option, value].compactMap(\.self).joined(separator: " ")
    return Failure(
      status: .usage, message: "\(option) requires a session of the training program",
      hints: ["name it with --session: intervalctl show \(program) --session w1d1 \(words)"])
  }

  /// A program whose last session is done.
  static func programDone(_ name: String) -> Failure {
    let name = name.safeForTerminal
    return Failure(
      status: .refused, message: "all sessions of \(name) are done",
      hints: [
        "repeat one with: intervalctl start \(name) --session w1d1",
        "begin again with: intervalctl program \(name) --at w1d1",
      ])
  }

  /// A word that is not the name of a weekday.
  static func invalidWeekday(_ word: String, nearest: String?) -> Failure {
    Failure(
      status: .usage, message: "--days: '\(word.safeForTerminal)' is not a weekday",
      hints: [nearest.map { "did you mean '\($0.prefix(3))'?" } ?? "write weekdays with commas, such as mon,wed,sat"])
  }

  /// Options for the dates of a program, with another export.
  static let datesWithoutProgram = Failure(
    status: .usage, message: "--from, --days, --at, --alarm and --all require a calendar or a folder for a program",
    hints: ["for example: intervalctl export c25k -o c25k.ics --from monday"])

  /// A calendar of a plan, which has no dates.
  static let calendarWithoutProgram = Failure(
    status: .usage, message: "only the sessions of a training program can be exported as a calendar",
    hints: ["list the programs with: intervalctl plans"])

  /// A calendar in a folder.
  static func calendarInFolder(_ path: String) -> Failure {
    Failure(
      status: .usage, message: "'\(path.safeForTerminal)' is a folder, and a calendar is one file",
      hints: ["specify a file, for example: -o program.ics"])
  }

  /// A name that no program has; `recorded` is the number of sessions of such a program in the history.
  static func noProgram(named name: String, similar: String?, recorded: Int) -> Failure {
    let sessions = recorded == 1 ? "one session of it" : "\(recorded) of its sessions"
    return Failure(
      status: .noPlan,
      message: "no program is named '\(name.safeForTerminal)'" + (recorded > 0 ? "; the history has \(sessions)" : ""),
      hints: [
        similar.map { "did you mean '\($0.safeForTerminal)'?" },
        recorded > 0 ? "list them with: intervalctl history --by-program" : nil,
        "list the programs with: intervalctl plans",
      ].compactMap(\.self))
  }

  /// The name of a plan, for a command that requires a program.
  static func planNotProgram(_ name: String) -> Failure {
    let name = name.safeForTerminal
    return Failure(
      status: .usage, message: "'\(name)' is a plan, not a training program",
      hints: ["show it with: intervalctl show \(name)", "list the programs with: intervalctl plans"])
  }

  /// A plan and a program of the same name in one folder.
  static func planAndProgram(_ plan: PlanFolders.Entry, _ program: PlanFolders.Entry) -> Failure {
    Failure(
      status: .usage, message: "'\(plan.name)' is both a plan and a training program",
      hints: ["rename one of the two files:"], list: [plan.path.safeForTerminal, program.path.safeForTerminal])
  }

  // MARK: Saving

  /// An invalid plan name.
  static func unusableName(_ problem: PlanName.Problem, _ name: String) -> Failure {
    Failure(status: .usage, message: problem.message(for: name), hints: [problem.hint(for: name)])
  }

  /// An existing plan or program that may not be overwritten, because `--overwrite` is not given.
  static func planExists(_ entry: PlanFolders.Entry) -> Failure {
    Failure(
      status: .exists, message: "a \(entry.noun) named '\(entry.name)' already exists: \(entry.path)",
      hints: ["overwrite it with --overwrite", "or choose another name"])
  }

  /// A plan with the name of an existing program in the same folder, or the reverse, which would make the name ambiguous.
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

  /// A plan or program that another program changed while the user edited it.
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
      let start = name.map { "; then start yours with: intervalctl start \($0.text)" } ?? ""
      failure.hints = ["end it with: intervalctl stop\(start)"]
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
}

extension PlanFolders.Entry {
  /// The word for the type of the entry.
  var noun: String { isProgram ? "training program" : "plan" }
}
