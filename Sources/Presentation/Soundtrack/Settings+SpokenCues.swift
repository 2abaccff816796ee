package import WorkoutModel

extension Settings {
  /// Settings by which beginnings, halves, last ones and the finish are spoken, besides what they are anyway, where
  /// these speak no cue; nil where they do.
  ///
  /// What is off stays off.
  package var spokenCues: Settings? {
    guard Cue.allCases.allSatisfy({ !channels(of: $0).contains(.voice) }) else { return nil }
    var settings = Settings()
    for cue in [Cue.start, .halfway, .last, .finish] where !channels(of: cue).isEmpty {
      settings.cues[cue] = channels(of: cue).union([.voice])
    }
    return settings
  }
}
