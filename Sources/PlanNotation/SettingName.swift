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

  /// Where a setting may stand.
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

  /// Why a word is refused in a plan, which may come from anywhere and must neither run a program nor name a file.
  static func refusalInPlan(of word: String) -> String? {
    switch SettingName(rawValue: word) {
    case .defaultPlan: "which plan is the default is for the configuration to say"
    case .hook: "a plan cannot run a program"
    case .volume, .voiceLanguage, .voiceRate, .voiceVolume: "how loud and in what voice is for the configuration to say"
    case .notify, .mpris: "what appears on the desktop is for the configuration to say"
    case .onSleep, .resumeWithin: "how a sleep or a restart is met is for the configuration to say"
    default: nil
    }
  }
}
