import WorkoutModel
import WorkoutSettings

/// A default plan that no plan folder has.
struct MissingDefaultPlan: Equatable {
  /// `PATH:3: default-plan names 'long-rum', which is no plan`.
  let words: String
  let hint: String

  /// Nil where the configuration names none, or one that is there.
  init?(_ configuration: Configuration, in plans: PlanFolders) {
    guard let name = configuration.settings.defaultPlan, plans.entry(named: name) == nil else { return nil }
    let place = [configuration.path, configuration.defaultPlanLine.map(String.init)].compactMap(\.self)
    words = "\(place.joined(separator: ":")): default-plan names '\(name)', which is no plan"
    hint = plans.similar(to: name).map { "did you mean '\($0)'?" } ?? "see which there are: intervalctl plans"
  }
}
