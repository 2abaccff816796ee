package import WorkoutModel

extension Settings {
  /// Default settings without a channel for any cue.
  package static var withoutCues: Settings {
    var settings = Settings()
    for cue in Cue.allCases { settings.cues[cue] = [] }
    return settings
  }
}
