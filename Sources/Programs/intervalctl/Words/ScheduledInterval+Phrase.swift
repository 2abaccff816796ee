import WorkoutModel

extension ScheduledInterval {
  /// What it is within a sentence, without its label: `run 30 s`, or of a bare cue `30 s`.
  func phrase(in unit: DistanceUnit) -> String {
    [kind == .interval ? nil : kind.phrase, extentText(in: unit)].compactMap(\.self).joined(separator: " ")
  }
}
