import ControlInterface
import JSON
import PlanLibrary
import TerminalUI
import UserFiles
import WorkoutFiles
import WorkoutHistory
import WorkoutModel
import WorkoutPresentation
import WorkoutViews

/// The plans, settings and history of the user.
struct Library {
  let plans: PlanFolders
  let folders: XDGFolders
  private let environment: [String: String]

  init(environment: [String: String]) {
    folders = XDGFolders(environment: environment)
    self.environment = environment
    plans = PlanFolders(folders)
  }

  /// The settings of the configuration.
  func settings() throws(Failure) -> Settings {
    do {
      return try Configuration.read(in: folders).settings
    } catch {
      throw .unusableSettings(error)
    }
  }

  /// Returns the default plan of the configuration if this plan does not exist; nil otherwise.
  func missingDefaultPlan() throws(Failure) -> MissingDefaultPlan? {
    do {
      return MissingDefaultPlan(try Configuration.read(in: folders), in: plans)
    } catch {
      throw .unusableSettings(error)
    }
  }

  /// Reads the plan that the options give; nil if they give no plan.
  func text(of plan: PlanOptions) throws(Failure) -> PlanText? {
    guard let argument = try argument(of: plan) else { return nil }
    guard let text = try text(argument, session: plan.session) else { throw noPlan(named: plan.name ?? "") }
    return text
  }

  /// Reads the plan that the options give; the caller must have checked that they give a plan.
  func requiredText(of plan: PlanOptions) throws(Failure) -> PlanText {
    guard let text = try text(of: plan) else { preconditionFailure("a plan is required") }
    return text
  }

  /// Reads the plan of an argument; nil if the argument is a name that no plan has.
  ///
  /// A file with the extension of a workout file is imported. If the argument is a program, the result is the
  /// session with the ID `session`, or without an ID the session that is due.
  func text(_ argument: PlanArgument, session: String? = nil) throws(Failure) -> PlanText? {
    if let program = try program(argument) { return try plan(of: program, session: session) }
    if case .named(let name) = argument, plans.entry(named: name) == nil { return nil }
    guard session == nil else { throw .notAProgram(argument.typed) }
    switch argument {
    case .text(let text): return text
    case .named(let name): return try plans.entry(named: name).map { (entry) throws(Failure) in try PlanText(entry) }
    case .file(let path):
      guard let format = WorkoutFormat(path: path) else { return try PlanText(file: path) }
      return try WorkoutFile(path, format, per: settings().units(inLocaleOf: environment).distance).text
    }
  }

  /// Reads a named plan or a session of a named program, which is the one that is due if `session` is nil.
  func text(named name: String, session: String? = nil) throws(Failure) -> PlanText {
    guard let text = try text(.named(name), session: session) else { throw noPlan(named: name) }
    return text
  }

  /// Reads the plan that `start` starts if no plan is given: the default plan, or otherwise the last plan.
  ///
  /// Nil if there is neither a default plan nor a last plan.
  func usualText() throws(Failure) -> PlanText? {
    if let name = try settings().defaultPlan {
      guard let text = try text(.named(name)) else { throw noPlan(named: name).hinting(Failure.defaultPlanHint) }
      return text
    }
    guard let last = LastPlan(savedIn: folders) else { return nil }
    if let path = last.programPath {
      if SystemCalls.canAccess(path) { return try text(.file(path)) }
    } else if last.isNamed, let name = last.planName, let text = try text(.named(name)) {
      return text
    }
    if let program = last.program { throw .lastProgramGone(program, similar: plans.similar(to: program)) }
    return PlanText(text: last.plan, planName: last.planName)
  }

  /// The failure if the daemon does not find the plan that `start` starts if no plan is given.
  func usualPlanGone(_ plan: ControlError.NoSuchPlan) -> Failure {
    let failure = Failure(ControlError.noSuchPlan(plan))
    if (try? settings().defaultPlan) == plan.name { return failure.hinting(Failure.defaultPlanHint) }
    let isLast = LastPlan(savedIn: folders)?.program == plan.name
    return isLast ? .lastProgramGone(plan.name, similar: plan.similar) : failure
  }

  /// Reads all named plans and programs.
  ///
  /// The warnings are about a history that cannot be read; the programs then appear as not begun.
  func entries() throws(Failure) -> (plans: [LibraryPlan], warnings: [String]) {
    let settings = try settings()
    let entries = plans.entries()
    let (history, warnings) = entries.contains(where: \.isProgram) ? readableHistory() : (nil, [])
    let read = entries.map { entry in
      LibraryPlan(
        entry: entry, isOwn: plans.isOwn(entry),
        content: Result { () throws(Failure) in
          if let program = try program(entry) { return .program(try program.read(history)) }
          return .plan(try PlanText(entry).read(over: settings))
        })
    }
    return (read, warnings)
  }

  /// The file of a plan in the user's own folder, by its name or its title.
  ///
  /// - Throws: `Failure` if no plan has the name, or if the plan is in another folder.
  func ownEntry(named name: String) throws(Failure) -> PlanFolders.Entry {
    guard let entry = try plans.find(name) else { throw noPlan(named: name) }
    guard plans.isOwn(entry) else { throw .planNotOwn(entry) }
    return entry
  }

  /// Reads the recorded workouts; nil if the history file is missing.
  ///
  /// `requireTrusted` must be true if the caller starts a plan from the history.
  func history(requireTrusted: Bool = false) throws(Failure) -> RecordedHistory? {
    try Failure.readingHistory(try RecordedHistory(path: folders.historyFile, requireTrusted: requireTrusted))
  }

  /// Reads all recorded workouts for a view that can do without them; a warning reports a history that cannot be read.
  func readableHistory() -> (history: RecordedHistory?, warnings: [String]) {
    do {
      let history = try history()
      _ = try Failure.readingHistory(try history?.workouts())
      return (history, history?.warnings ?? [])
    } catch {
      return (nil, [error.message])
    }
  }

  /// The last entry in the history that determines which session of a program is due.
  func mark(of program: String) throws(FileReadError) -> DatedMark? {
    try historyFile.marks(of: [program])[program]
  }

  var historyFile: HistoryFile { HistoryFile(path: folders.historyFile) }

  /// The folder of the daemon's state.
  var stateFolder: String { folders.stateFolder }

  /// The failure for a name that no plan has.
  func noPlan(named name: String) -> Failure {
    let similar = plans.similar(to: name)
    return missingProgram(named: name, similar: similar) ?? .noPlan(named: name, similar: similar)
  }
}

/// A default plan that does not exist in any plan folder.
struct MissingDefaultPlan: Equatable {
  /// The problem and its location: `PATH:3: default-plan names 'long-rum', which does not exist`.
  let words: String
  let hint: String

  /// Returns nil if the configuration names no default plan, or if the default plan exists.
  init?(_ configuration: Configuration, in plans: PlanFolders) {
    guard let name = configuration.settings.defaultPlan, plans.entry(named: name) == nil else { return nil }
    let location = [configuration.path, configuration.defaultPlanLine.map(String.init)].compactMap(\.self)
    words = "\(location.joined(separator: ":")): default-plan names '\(name)', which does not exist"
    hint = plans.similar(to: name).map { "did you mean '\($0)'?" } ?? "list the plans with: intervalctl plans"
  }
}

extension Console {
  /// Prints a warning if the configuration names a default plan that does not exist.
  ///
  /// A configuration that cannot be read is ignored, because the daemon may use another configuration.
  func warnOfMissingDefaultPlan(_ library: Library) throws {
    guard let missing = try? library.missingDefaultPlan() else { return }
    try messages.writeWarnings([missing.words])
    try messages.writeHints([missing.hint])
  }
}
