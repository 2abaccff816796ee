package import WorkoutModel

extension Settings {
  /// Default settings, except that no cue has a channel.
  package static var withoutCues: Settings {
    var settings = Settings()
    for cue in Cue.allCases { settings.cues[cue] = [] }
    return settings
  }
}
