package import WorkoutModel

extension Plan {
  /// The warning that the distance is not estimated, with the settings that are missing; nil if every kind of running
  /// and walking has a pace.
  package func paceWarning(in unit: DistanceUnit) -> String? {
    let kinds = kindsWithoutPace
    guard !kinds.isEmpty else { return nil }
    let settings = kinds.map { "'pace \($0.rawValue) \($0.examplePace(per: unit))'" }.joined(separator: ", ")
    return "The distance is not estimated without paces. Add to the plan or to intervald.conf: \(settings)."
  }

  /// The kinds of running and walking in the plan that have no pace, each once; these are the ones that cover ground.
  private var kindsWithoutPace: [Kind] {
    let moving: [Kind] = [.run, .walk, .jog, .sprint]
    return moving.filter { kind in intervals.contains { $0.kind == kind && $0.pace == nil } }
  }
}
