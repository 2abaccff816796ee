import TerminalUI
import WorkoutModel
import PlanLibrary

/// A default plan that no plan folder has.
struct MissingDefaultPlan: Equatable {
  /// What is wrong, with its position: `PATH:3: default-plan names 'long-rum', which does not exist`.
  let words: String
  let hint: String

  /// Nil if the configuration names no default plan, or one that exists.
  init?(_ configuration: Configuration, in plans: PlanFolders) {
    guard let name = configuration.settings.defaultPlan, plans.entry(named: name) == nil else { return nil }
    let place = [configuration.path, configuration.defaultPlanLine.map(String.init)].compactMap(\.self)
    words = "\(place.joined(separator: ":")): default-plan names '\(name)', which does not exist"
    hint = plans.similar(to: name).map { "did you mean '\($0)'?" } ?? "list the plans with: intervalctl plans"
  }
}

extension Console {
  /// Warns if the configuration names a default plan that does not exist.
  ///
  /// A configuration that cannot be read is ignored: the daemon may use a different one.
  func warnOfMissingDefaultPlan(_ library: Library) throws {
    guard let missing = try? library.missingDefaultPlan() else { return }
    try messages.writeWarnings([missing.words])
    try messages.writeHints([missing.hint])
  }
}
