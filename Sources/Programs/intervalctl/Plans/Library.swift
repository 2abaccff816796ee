import UserFiles
import WorkoutFiles
import WorkoutModel
import PlanLibrary

/// The plans and settings of the person, as this program finds them.
struct Library {
  let plans: PlanFolders
  private let folders: XDGFolders
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

  /// The default plan, where the configuration names one that is not there.
  func missingDefaultPlan() throws(Failure) -> MissingDefaultPlan? {
    do {
      return MissingDefaultPlan(try Configuration.read(in: folders), in: plans)
    } catch {
      throw .unusableSettings(error)
    }
  }

  /// The text of the plan that is meant; nil where nothing was said.
  func text(of plan: PlanOptions) throws(Failure) -> PlanText? {
    guard let argument = try plan.argument(in: plans) else { return nil }
    guard let text = try text(argument) else { throw noPlan(named: plan.name ?? "") }
    return text
  }

  /// The text of the plan that is given, where a command requires one.
  func requiredText(of plan: PlanOptions) throws(Failure) -> PlanText {
    guard let text = try text(of: plan) else { preconditionFailure("a plan is required") }
    return text
  }

  /// The text that an argument means; nil for a name that no plan of the folders has.
  ///
  /// A file whose name ends as a workout file's does is read as that.
  func text(_ argument: PlanArgument) throws(Failure) -> PlanText? {
    switch argument {
    case .text(let text): return text
    case .named(let name): return try plans.entry(named: name).map { (entry) throws(Failure) in try PlanText(entry) }
    case .file(let path):
      guard let format = WorkoutFormat(path: path) else { return try PlanText(file: path) }
      return try WorkoutFile(path, format, per: settings().units(inLocaleOf: environment).distance).text
    }
  }

  /// The text of a plan of the plan folders.
  func text(named name: String) throws(Failure) -> PlanText {
    guard let entry = plans.entry(named: name) else { throw noPlan(named: name) }
    return try PlanText(entry)
  }

  /// The text of the default plan, or else of the last one started; nil where there is neither.
  func usualText() throws(Failure) -> PlanText? {
    if let name = try settings().defaultPlan {
      guard let entry = plans.entry(named: name) else {
        throw noPlan(named: name).hinting(Failure.defaultPlanHint)
      }
      return try PlanText(entry)
    }
    guard let last = LastPlan(savedIn: folders) else { return nil }
    if last.isNamed, let name = last.planName, let entry = plans.entry(named: name) { return try PlanText(entry) }
    return PlanText(text: last.plan, planName: last.planName)
  }

  /// All plans that have names, each read, or with the reason why it cannot be.
  func entries() throws(Failure) -> [LibraryPlan] {
    let settings = try settings()
    return plans.entries().map { entry in
      LibraryPlan(
        entry: entry, isOwn: plans.isOwn(entry),
        plan: Result { () throws(Failure) in try text(named: entry.name).read(over: settings) })
    }
  }

  /// The plan of a name in the person's own folder.
  ///
  /// - Throws: `Failure` where there is none, or only one in another folder.
  func ownEntry(named name: String) throws(Failure) -> PlanFolders.Entry {
    guard let entry = plans.entry(named: name) else { throw noPlan(named: name) }
    guard plans.isOwn(entry) else { throw .planNotOwn(entry) }
    return entry
  }

  /// The workouts that were recorded; nil where there is no file of them.
  ///
  /// It must be trusted if a plan in it is to be started.
  func history(requireTrusted: Bool = false) throws(Failure) -> RecordedHistory? {
    try RecordedHistory(path: folders.historyFile, requireTrusted: requireTrusted)
  }

  /// The failure of a name that no plan has.
  func noPlan(named name: String) -> Failure {
    .noPlan(named: name, similar: plans.similar(to: name))
  }
}
