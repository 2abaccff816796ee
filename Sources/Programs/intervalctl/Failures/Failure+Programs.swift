import ControlInterface
import PlanLibrary
import Text
import WorkoutModel

/// The messages for training programs.
extension Failure {
  /// A session that a program does not have.
  static func noSuchSession(_ session: ControlError.NoSuchSession) -> Failure {
    let name = session.program.safeForTerminal
    let list = "list the sessions with: intervalctl show \(name.shellWord)"
    guard let nearest = session.nearest else { return notAProgram(session.program) }
    guard SessionID(session.session) != nil else {
      return Failure(
        status: .usage, message: "'\(session.session)' is not a session",
        hints: ["write the week and the day, such as \(nearest)", list])
    }
    return Failure(
      status: .noPlan, message: "\(name) has no session '\(session.session)'",
      hints: ["did you mean '\(nearest)'?", list])
  }

  /// A session after the name of a program; `command` is the command that the user probably meant.
  static func sessionAsWord(_ word: String, _ command: String) -> Failure {
    Failure(
      status: .usage, message: "unexpected '\(word.safeForTerminal)' after the name of a training program",
      hints: ["choose a session with: \(command)"])
  }

  /// A session without a program, if the history contains no session; `example` is the name of a program.
  static func noProgramInUse(_ session: SessionID, of command: String, example: String?) -> Failure {
    let program = example?.safeForTerminal.shellWord ?? "NAME"
    return Failure(
      status: .noPlan, message: "'\(session)' needs a training program, and the history contains none",
      hints: ["name the program: intervalctl \(command) \(program) --session \(session)"])
  }

  /// A session that was requested from a plan, which has no sessions.
  static func notAProgram(_ plan: String) -> Failure {
    Failure(
      status: .usage, message: "'\(plan.safeForTerminal)' is a plan, not a training program, and has no session",
      hints: ["leave out --session", "list the programs with: intervalctl plans"])
  }

  /// An option of `show` that requires a session, for a program; `command` shows a session.
  static func requiresSession(_ option: String, _ command: String, _ value: String? = nil) -> Failure {
    Failure(
      status: .usage, message: "\(option) requires a session of the training program",
      hints: ["specify a session: \([command, option, value].compactMap(\.self).joined(separator: " "))"])
  }

  /// A program whose last session is done.
  ///
  /// `name` is the name of the program, or the path of its file. `starts` is true if the daemon reported the failure to
  /// a command that starts workouts. `open` is the first session that is not done; nil if it is unknown or does not
  /// exist.
  static func programDone(_ name: String, starts: Bool = true, open: SessionID? = nil) -> Failure {
    let name = name.safeForTerminal
    let session = "\(name.shellWord) --session w1d1"
    return Failure(
      status: .refused, message: "the last session of \(name) is done",
      hints: [
        starts ? "repeat a session with: intervalctl start \(session)" : "add a session after the name: \(session)",
        open.map { "return to the first session that is not done: intervalctl program \(name.shellWord) --at \($0)" },
        "begin again with: intervalctl program \(name.shellWord) --at w1d1",
      ].compactMap(\.self))
  }

  /// A word that is not the name of a weekday.
  static func invalidWeekday(_ word: String, nearest: String?) -> Failure {
    Failure(
      status: .usage, message: "--days: '\(word.safeForTerminal)' is not a weekday",
      hints: [nearest.map { "did you mean '\($0.prefix(3))'?" } ?? "separate weekdays with commas, such as mon,wed,sat"]
    )
  }

  /// A weekday that is given twice.
  static func repeatedWeekday(_ word: String, _ weekdays: String) -> Failure {
    Failure(
      status: .usage, message: "--days: '\(word.safeForTerminal)' is given twice",
      hints: ["write each weekday once: \(weekdays)"])
  }

  /// A session that would be after the last day of a calendar.
  static func tooLate(_ session: SessionID) -> Failure {
    Failure(
      status: .usage, message: "--from: \(session) would be after 9999-12-31", hints: ["choose an earlier day"])
  }

  /// Options for dates in an export without dates.
  static let datesWithoutProgram = Failure(
    status: .usage,
    message: "--from, --days, --at, --alarm and --all require a program, and a calendar or a folder as output",
    hints: ["for example: intervalctl export c25k -o c25k.ics --from monday"])

  /// Options for the time of a calendar, with a folder of workout files.
  static let timeWithoutCalendar = Failure(
    status: .usage, message: "--at and --alarm apply only to a calendar",
    hints: ["write a calendar, for example: -o program.ics"])

  /// Options for the conversion of a workout, with a calendar.
  static let conversionOfCalendar = Failure(
    status: .usage, message: "--flatten and --strict apply only to workout files",
    hints: ["write workout files to a folder, for example: -o watch/ --type fit"])

  /// A calendar of a plan, which has no dates.
  static let calendarWithoutProgram = Failure(
    status: .usage, message: "only the sessions of a training program can be exported as a calendar",
    hints: ["list the programs with: intervalctl plans"])

  /// A folder as the output for something that is exported to one file.
  static func folder(_ path: String, isNot content: String, example: String) -> Failure {
    Failure(
      status: .usage, message: "'\(path.safeForTerminal)' is a folder, but \(content) is one file",
      hints: ["specify a file, for example: -o \(example)"])
  }

  /// The hint about the outputs that contain all sessions of a program.
  static let outputOfProgram = "for all sessions, write a calendar (-o program.ics) or a folder (-o watch/ --type fit)"

  /// A name that no program has; `recorded` is the number of sessions of such a program in the history.
  ///
  /// `path` is the file of the program outside the plan folders.
  static func noProgram(named name: String, similar: String?, recorded: Int = 0, path: String? = nil) -> Failure {
    return Failure(
      status: .noPlan,
      message: "no training program is named '\(name.safeForTerminal)'"
        + (recorded > 0 ? "; the history contains \(recorded.counted("session")) of this program" : ""),
      hints: [
        path.map { "specify its file: \($0.safeForTerminal.shellWord)" },
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
}
