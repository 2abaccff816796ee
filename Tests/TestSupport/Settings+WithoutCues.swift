package import WorkoutModel

extension Settings {
  /// Nothing but changes.
  package static var withoutCues: Settings {
    var settings = Settings()
    for cue in Cue.allCases { settings.cues[cue] = [] }
    return settings
  }
}
