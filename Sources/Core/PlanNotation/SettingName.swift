import WorkoutModel

/// A setting, by its word.
package enum SettingName: String, CaseIterable, Sendable {
  case name
  case about
  case pace
  case distanceUnits = "distance-units"
  case paceUnits = "pace-units"
  case leadIn = "lead-in"
  case skipLast = "skip-last"
  case defaultPlan = "default-plan"
  case onSleep = "on-sleep"
  case resumeWithin = "resume-within"
  case sound
  case volume
  case voiceLanguage = "voice-language"
  case voiceRate = "voice-rate"
  case voiceVolume = "voice-volume"
  case countdown
  case remainingEvery = "remaining-every"
  case beltLag = "belt-lag"
  case cue
  case say
  case hook
  case notify
  case mpris

  /// Where a setting can be set.
  package enum Scope: Sendable {
    case plans
    case configuration
    case both
  }

  package var scope: Scope {
    switch self {
    case .name, .about: .plans
    case .pace, .distanceUnits, .paceUnits, .leadIn, .skipLast, .sound, .countdown, .remainingEvery, .beltLag, .cue,
      .say:
      .both
    case .defaultPlan, .onSleep, .resumeWithin, .volume, .voiceLanguage, .voiceRate, .voiceVolume, .hook, .notify,
      .mpris:
      .configuration
    }
  }

  /// Why a word is refused in a plan; nil for one that is not.
  ///
  /// A plan may come from anywhere, and must neither run a program nor name a file.
  static func refusalInPlan(of word: String) -> String? {
    switch SettingName(rawValue: word) {
    case .defaultPlan: "only intervald.conf names the default plan"
    case .hook: "a plan cannot run a program"
    case .volume, .voiceLanguage, .voiceRate, .voiceVolume: "only intervald.conf sets volume and voice"
    case .notify, .mpris: "only intervald.conf controls the desktop"
    case .onSleep, .resumeWithin: "only intervald.conf controls suspends and restarts"
    default: nil
    }
  }
}
