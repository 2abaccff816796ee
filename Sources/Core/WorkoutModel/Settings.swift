/// The values that settings were given; nil, or absent, where they were not.
///
/// A configuration and a plan file each hold some; `over` lays one on the other, and the accessors in
/// `Settings+Defaults.swift` say what holds where neither gives a value.
package struct Settings: Equatable, Sendable {
  /// The plan's title.
  package var name: String?
  /// A sentence on the plan.
  package var about: String?
  /// The paces of intervals that have none of their own.
  package var paces: [Kind: Pace] = [:]
  package var distanceUnits: DistanceUnit?
  package var paceUnits: PaceUnit?
  /// The countdown before the first interval; zero for none.
  package var leadIn: Duration?
  package var skipLast: SkipLast?
  /// The name of the plan that starts when none is named.
  package var defaultPlan: String?
  package var onSleep: SleepPolicy?
  /// How long the daemon may have been away for a workout to go on by itself; zero for not at all.
  package var resumeWithin: Duration?
  package var sound: Bool?
  /// What is played in place of the own sounds: an absolute path, or a name in the sound theme.
  package var sounds: [SoundSubject: String] = [:]
  /// In percent.
  package var volume: Int?
  /// The language of what is spoken, as `en` or `en-GB`.
  package var voiceLanguage: String?
  /// From 0, the slowest, over 50 to 100, the fastest.
  package var voiceRate: Int?
  /// From 0 to 100.
  package var voiceVolume: Int?
  /// The whole seconds before an end that are counted down; empty for none.
  package var countdown: [Int]?
  /// The time between two cues of how much is left.
  package var remainingEvery: Duration?
  /// By how much a start is told early, for belts that take their time; zero for not at all.
  package var beltLag: Duration?
  /// The channels of cues; none for a cue that is not given.
  package var cues: [Cue: Set<Channel>] = [:]
  package var sayings: [Cue: CueTemplate] = [:]
  /// In the order in which they were given; a cue may have several.
  package var hooks: [Hook] = []
  package var notify: NotifyMode?
  package var mpris: Bool?

  package init() {}

  /// The kind of interval that a counted repeat at the end of a plan does not end with.
  package enum SkipLast: Hashable, Sendable {
    case off
    case kind(Kind)
  }

  /// These settings, and where they are silent those of `base`.
  package func over(_ base: Settings) -> Settings {
    var settings = self
    settings.name = name ?? base.name
    settings.about = about ?? base.about
    settings.paces = base.paces.merging(paces) { _, own in own }
    settings.distanceUnits = distanceUnits ?? base.distanceUnits
    settings.paceUnits = paceUnits ?? base.paceUnits
    settings.leadIn = leadIn ?? base.leadIn
    settings.skipLast = skipLast ?? base.skipLast
    settings.defaultPlan = defaultPlan ?? base.defaultPlan
    settings.onSleep = onSleep ?? base.onSleep
    settings.resumeWithin = resumeWithin ?? base.resumeWithin
    settings.sound = sound ?? base.sound
    settings.sounds = base.sounds.merging(sounds) { _, own in own }
    settings.volume = volume ?? base.volume
    settings.voiceLanguage = voiceLanguage ?? base.voiceLanguage
    settings.voiceRate = voiceRate ?? base.voiceRate
    settings.voiceVolume = voiceVolume ?? base.voiceVolume
    settings.countdown = countdown ?? base.countdown
    settings.remainingEvery = remainingEvery ?? base.remainingEvery
    settings.beltLag = beltLag ?? base.beltLag
    settings.cues = base.cues.merging(cues) { _, own in own }
    settings.sayings = base.sayings.merging(sayings) { _, own in own }
    settings.hooks = hooks.isEmpty ? base.hooks : hooks
    settings.notify = notify ?? base.notify
    settings.mpris = mpris ?? base.mpris
    return settings
  }
}

/// The units that a workout is shown in.
package struct DisplayUnits: Hashable, Sendable {
  package var distance: DistanceUnit
  package var pace: PaceUnit

  package init(distance: DistanceUnit, pace: PaceUnit) {
    self.distance = distance
    self.pace = pace
  }
}
