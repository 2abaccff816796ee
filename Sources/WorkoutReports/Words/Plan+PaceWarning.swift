package import WorkoutModel

extension Plan {
  /// What a person should know who starts a plan that covers ground at no pace; nil where there is nothing.
  package func paceWarning(in unit: DistanceUnit) -> String? {
    let kinds = kindsWithoutPace.map(\.rawValue)
    guard let first = kinds.first else { return nil }
    let example = "pace \(first) \(unit.examplePace)"
    let list = kinds.joined(separator: ", ")
    return "Distance is not estimated, for want of a pace: \(list). Add '\(example)' to the settings."
  }

  /// The kinds of running and walking in the plan that have no pace, each once; these are the ones that cover ground.
  private var kindsWithoutPace: [Kind] {
    let moving: [Kind] = [.run, .walk, .jog, .sprint]
    return moving.filter { kind in intervals.contains { $0.kind == kind && $0.pace == nil } }
  }
}
