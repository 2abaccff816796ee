import WorkoutModel
import WorkoutSettings

/// The plans and settings of the person, as this program finds them.
struct Library {
  let plans: PlanFolders
  private let folders: Folders

  init(environment: [String: String]) {
    folders = Folders(environment: environment)
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

  /// The text of the plan that is meant; nil where nothing was said.
  func text(of plan: PlanOptions) throws(Failure) -> PlanText? {
    guard let argument = try plan.argument(in: plans) else { return nil }
    guard let text = try PlanText(argument, in: plans) else { throw noPlan(named: plan.name ?? "") }
    return text
  }

  /// All plans that have names, each read, or with the reason why it cannot be.
  func entries() throws(Failure) -> [(name: String, plan: Result<ReadPlan, Failure>)] {
    let settings = try settings()
    return plans.entries().map { entry in
      (
        entry.name,
        Result { () throws(Failure) in
          guard let text = try PlanText(.named(entry.name), in: plans) else { throw noPlan(named: entry.name) }
          return try text.read(over: settings)
        }
      )
    }
  }

  /// The failure of a name that no plan has.
  func noPlan(named name: String) -> Failure {
    .noPlan(named: name, similar: plans.similar(to: name), searched: plans.paths)
  }
}
