import WorkoutModel

/// Name of a setting, spelled as in the configuration.
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
  case keepAwake = "keep-awake"
  case onLock = "on-lock"
  case distanceFrom = "distance-from"
  case heartRate = "heart-rate"
  case sound
  case volume
  case voice
  case voiceLanguage = "voice-language"
  case voiceRate = "voice-rate"
  case voiceVolume = "voice-volume"
  case duck
  case wakeOutput = "wake-output"
  case countdown
  case remainingEvery = "remaining-every"
  case beltLag = "belt-lag"
  case cue
  case say
  case hook
  case notify
  case notifyUrgency = "notify-urgency"
  case mpris
  case mediaKeys = "media-keys"

  /// Files in which a setting is allowed.
  package enum Scope: Sendable {
    case plans
    case configuration
    case both
  }

  package var scope: Scope {
    switch self {
    case .name, .about: .plans
    case .pace, .distanceUnits, .paceUnits, .leadIn, .skipLast, .keepAwake, .onLock, .sound, .volume, .voice,
      .voiceVolume, .duck, .countdown, .remainingEvery, .beltLag, .cue, .say:
      .both
    case .defaultPlan, .onSleep, .resumeWithin, .distanceFrom, .heartRate, .voiceLanguage, .voiceRate, .wakeOutput,
      .hook, .notify, .notifyUrgency,
      .mpris, .mediaKeys:
      .configuration
    }
  }

  /// The reason why a setting is not allowed in a plan; nil if the setting is allowed or the word is not a setting.
  ///
  /// A plan may be from an untrusted source, so it can neither run a command nor name a file.
  static func refusalInPlan(of word: String) -> String? {
    switch SettingName(rawValue: word) {
    case .defaultPlan: "only intervald.conf names the default plan"
    case .hook: "only intervald.conf can run commands"
    case .voiceLanguage, .voiceRate: "only intervald.conf sets the language and the rate of the voice"
    case .wakeOutput: "only intervald.conf controls the sound output"
    case .notify, .notifyUrgency, .mpris, .mediaKeys: "only intervald.conf controls the desktop"
    case .distanceFrom, .heartRate: "only intervald.conf selects sensors"
    case .onSleep, .resumeWithin: "only intervald.conf controls suspends and restarts"
    default: nil
    }
  }
}
