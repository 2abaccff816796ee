import ControlInterface
import Dates
import PlanLibrary
import PlanNotation
import Text
import UserFiles
import WorkoutHistory
import WorkoutModel
import WorkoutPresentation
import WorkoutReports
import WorkoutViews

/// A training program that the user specified.
final class ProgramText: Sendable {
  /// The name of the program's file without `.program`, by which the history refers to the program.
  let name: String
  let path: String
  /// The path as typed; nil if the user typed the name of the program.
  private let typedPath: String?
  let file: ProgramFile
  /// The workouts of all sessions with the settings of the configuration.
  let workouts: [SessionID: Workout]

  /// Reads a program file.
  ///
  /// - Throws: `Failure` for a file that cannot be read or is not a program, and for a session without a timeline.
  convenience init(file path: String, over configuration: Settings) throws(Failure) {
    let text: String
    do {
      text = try TextFile.readStream(path)
    } catch {
      throw .unreadableFile(error)
    }
    let name = path.split(separator: "/").last ?? ""
    try self.init(
      text, named: String(name.dropLast(PlanName.programExtension.count)), path: path, typedPath: path,
      over: configuration)
  }

  init(
    _ text: String, named name: String, path: String, typedPath: String? = nil, over configuration: Settings
  ) throws(Failure) {
    self.name = name
    self.path = path
    self.typedPath = typedPath
    do {
      file = try ProgramFile(text)
      workouts = try file.workouts(over: configuration)
    } catch {
      throw .invalidPlan(error, path: path)
    }
  }

  /// Whether a path has the extension of program files.
  static func isFile(_ path: String) -> Bool { path.hasSuffix(PlanName.programExtension) }

  var program: TrainingProgram { file.program }

  /// The argument by which a command finds the program.
  var argument: String { typedPath ?? name }

  /// The argument by which a command finds the program from any working directory.
  var absoluteArgument: String { typedPath?.absolutePath ?? name }

  /// The title for users.
  var title: String { file.settings.name ?? name }

  /// Reads the ID of a session that a user typed.
  func session(_ typed: String) throws(Failure) -> SessionID {
    let id = SessionID(typed)
    guard let id, program[id] != nil else {
      let nearest = id.map { program.nearestSession(to: $0).description }
      throw Failure(
        ControlError.noSuchSession(.init(program: argument, session: typed, nearest: nearest ?? "w1d1")))
    }
    return id
  }

  /// A session as a plan; `due` is the session that is due, or nil if all sessions are done.
  func plan(of id: SessionID, due: SessionID?) -> PlanText {
    guard let plan = file.plan(of: id), let text = file.text(of: id),
      let session = Report.Session(id, of: program, named: name, path: typedPath?.absolutePath, due: due)
    else { preconditionFailure("the program has no session \(id)") }
    return PlanText(plan, text: text, session: session, path: path)
  }
}

/// The position of the user in a program.
extension ProgramText {
  /// Adds the position that follows from a history; without a history, the program is not begun.
  func read(_ history: RecordedHistory?, workouts: [SessionID: Workout]? = nil) throws(Failure) -> ReadProgram {
    let progress =
      try history.map { (history) throws(Failure) in
        try Failure.readingHistory(try history.progress(of: name))
      } ?? ProgramProgress()
    let isMoved = if case .chosen? = progress.mark { true } else { false }
    return ReadProgram(
      name: name, file: file, workouts: workouts ?? self.workouts,
      position: ProgramPosition(
        program, recorded: progress.sessions.compactMap(\.session), due: program.dueSession(after: progress.mark),
        isBegun: progress.isBegun, isMoved: isMoved))
  }

  /// The workouts of all sessions, with the overrides from the command line.
  func workouts(overriddenBy overrides: PlanOverrides, over configuration: Settings) throws(Failure)
    -> [SessionID: Workout]
  {
    guard !overrides.isEmpty else { return workouts }
    var overridden: [SessionID: Workout] = [:]
    for id in program.sessionIDs {
      overridden[id] = try plan(of: id, due: nil).overridden(by: overrides, over: configuration)
        .read(over: configuration).workout
    }
    return overridden
  }
}

extension Library {
  /// Reads the program that the options specify; nil if they specify a plan.
  func program(of plan: PlanOptions) throws(Failure) -> ProgramText? {
    try argument(of: plan).flatMap { (argument) throws(Failure) in try program(argument) }
  }

  /// Reads the program of an argument; nil if the argument is a plan, or a name that no program has.
  func program(_ argument: PlanArgument) throws(Failure) -> ProgramText? {
    switch argument {
    case .text: nil
    case .named(let name): try plans.entry(named: name).flatMap { (entry) throws(Failure) in try program(entry) }
    case .file(let path): ProgramText.isFile(path) ? try ProgramText(file: path, over: settings()) : nil
    }
  }

  /// Reads a named program; nil for a plan.
  ///
  /// - Throws: `Failure` for a program that cannot be read, and for a plan beside a program of the same name.
  func program(_ entry: PlanFolders.Entry) throws(Failure) -> ProgramText? {
    if let other = plans.program(besides: entry) { throw .planAndProgram(entry, other) }
    guard entry.isProgram else { return nil }
    return try ProgramText(entry.text, named: entry.name, path: entry.path, over: settings())
  }

  /// Reads the program to which a name in the history refers; nil if its file no longer exists.
  ///
  /// A program that is not in a plan folder is read from the path of its last recorded session.
  func program(named name: String, in history: RecordedHistory) throws(Failure) -> ProgramText? {
    if let entry = plans.entry(named: name), entry.isProgram { return try program(entry) }
    return try lastPath(of: name, in: history).map { (path) throws(Failure) in
      try ProgramText(file: path, over: settings())
    }
  }

  /// The name or the path of the program to which the last session in the history belongs; nil without such a session.
  func programInUse() throws(Failure) -> String? {
    guard let history = try history(),
      let index = try Failure.readingHistory(try history.lastIndex { $0.session != nil }),
      let name = try Failure.readingHistory(try history.workout(at: index)).session?.program
    else { return nil }
    if let entry = plans.entry(named: name), entry.isProgram { return name }
    return try lastPath(of: name, in: history) ?? name
  }

  /// The path of the last recorded session of a program; nil if the file no longer exists.
  private func lastPath(of name: String, in history: RecordedHistory) throws(Failure) -> String? {
    guard let index = try Failure.readingHistory(try history.lastIndex { $0.session?.program == name }),
      let path = try history.recordedSummary(at: index).session?.path, SystemCalls.canAccess(path)
    else { return nil }
    return path
  }

  /// The failure for the name of a program without a file in a plan folder; nil if the history has no session of it.
  func missingProgram(named name: String, similar: String?) -> Failure? {
    guard let history = try? history(), let workouts = try? history.workouts() else { return nil }
    let recorded = workouts.count { $0.session?.program == name }
    guard recorded > 0 else { return nil }
    return .noProgram(
      named: name, similar: similar, recorded: recorded, path: try? lastPath(of: name, in: history))
  }

  /// The meaning of the plan that the options give; nil if they give no plan.
  func argument(of plan: PlanOptions) throws(Failure) -> PlanArgument? {
    do {
      return try plan.argument(in: plans)
    } catch {
      guard error.status == .noPlan else { throw error }
      let name = plan.words.joined(separator: " ")
      throw missingProgram(named: name, similar: plans.similar(to: name)) ?? error
    }
  }

  /// The session of a program that is due; nil if all sessions are done.
  func dueSession(of program: ProgramText) throws(Failure) -> SessionID? {
    program.program.dueSession(after: try Failure.readingHistory(try mark(of: program.name))?.mark)
  }

  /// A recorded session that is repeated, as a session of the present program, with the session that is due now.
  ///
  /// If the program or the session no longer exists, the session that is due is unknown.
  func repeated(_ session: Report.Session, in history: RecordedHistory) throws(Failure) -> Report.Session {
    let program = (try? program(named: session.program, in: history)) ?? nil
    let present = try program.flatMap { (program) throws(Failure) in
      Report.Session(
        session.id, of: program.program, named: session.program, path: session.path,
        due: program.program.dueSession(
          after: try Failure.readingHistory(try history.mark(of: session.program))?.mark))
    }
    return present ?? session.withoutDueSession
  }

  /// The failure for a program whose last session is done, and which has sessions that are not done.
  func programDone(_ program: ProgramText, starts: Bool = false) -> Failure {
    let position = (try? program.read(readableHistory().history))?.position
    let open = program.program.sessionIDs.first { position?.state(of: $0) != .done }
    // If the first session is not done, the last hint contains it.
    return .programDone(program.argument, starts: starts, open: open == SessionID(week: 1, day: 1) ? nil : open)
  }

  /// The note for the start of a session that is due, if the program was not used for two weeks or longer.
  ///
  /// After such a break, most programs are continued with a week that was done before.
  ///
  /// `mark` is the last entry of the program in the history.
  func breakNote(for plan: PlanText?, after mark: DatedMark?) -> String? {
    guard let session = plan?.session, let id = SessionID(session.id.description),
      let program = try? program(.named(session.program)), let mark
    else { return nil }
    let days = LocalTime.now.day.number - LocalTime(secondsSince1970: mark.secondsSince1970).day.number
    guard days >= Self.minBreak else { return nil }
    let again = SessionID(week: max(1, id.day == 1 ? id.week - 1 : id.week), day: 1)
    guard again != id, program.program.sessionIDs.contains(again) else { return nil }
    return "\(days) days have passed since the last session; to repeat a week instead: "
      + "intervalctl start \(program.argument.safeForTerminal.shellWord) --session \(again) --replace"
  }

  /// The number of days after which a start mentions the break: most programs have three sessions a week, so a whole
  /// week and more was missed.
  private static let minBreak = 14

  /// Finds a session of a program by its typed ID, or without an ID the session that is due.
  func plan(of program: ProgramText, session typed: String?) throws(Failure) -> PlanText {
    let id = try typed.map { (typed) throws(Failure) in try program.session(typed) }
    // A session that the user chose does not depend on the history.
    let due = id == nil ? try dueSession(of: program) : try? dueSession(of: program)
    guard let id = id ?? due else { throw programDone(program) }
    return program.plan(of: id, due: due)
  }
}

extension Library {
  /// The warnings about the position of a session's program.
  ///
  /// The clock may have been set back if the last mark of the program is after today. A program at a path and a program
  /// of the same name in a plan folder have one position, because the history refers to programs by name.
  /// `mark` is the last entry of the program in the history.
  func positionWarnings(for plan: PlanText?, after mark: DatedMark?) -> [String] {
    guard let session = plan?.session else { return [] }
    let name = session.program.safeForTerminal
    var warnings: [String] = []
    if let path = session.path, let other = plans.entry(named: session.program), other.isProgram, other.path != path {
      warnings.append("\(other.path.safeForTerminal) is also named \(name), so both programs share one position")
    }
    guard let mark else { return warnings }
    let last = LocalTime(secondsSince1970: mark.secondsSince1970).day
    let today = LocalTime.now.day
    guard last > today else { return warnings }
    let day = last.weekdayText(in: today.year)
    return warnings + ["the last entry of \(name) in the history has a date in the future, \(day): check the clock"]
  }
}
