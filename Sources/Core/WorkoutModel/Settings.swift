/// Settings from a configuration or a plan file; a value that the file does not set is nil or absent.
///
/// `over` combines the settings of two files. The accessors below apply the defaults.
package struct Settings: Equatable, Sendable {
  /// Title of the plan.
  package var name: String?
  /// Description of the plan in a sentence.
  package var about: String?
  /// Paces for intervals that are written without a pace, by kind.
  package var paces: [Kind: Pace] = [:]
  package var distanceUnits: DistanceUnit?
  package var paceUnits: PaceUnit?
  /// Duration of the countdown before the first interval; zero for none.
  package var leadIn: Duration?
  package var skipLast: SkipLast?
  /// Name of the plan to start if the user does not specify a plan.
  package var defaultPlan: String?
  package var onSleep: SleepPolicy?
  /// Maximum absence of the daemon after which a workout resumes without a command; zero for never.
  package var resumeWithin: Duration?
  /// Whether the machine and its screen are kept awake while the workout's clock runs.
  package var keepAwake: Bool?
  package var onLock: LockPolicy?
  package var sound: Bool?
  /// Sounds that replace the built-in sounds; each is an absolute path, or a name in the sound theme.
  package var sounds: [SoundSubject: String] = [:]
  /// Volume of sounds in percent, 0 to 150.
  package var volume: Int?
  /// Whether cues are spoken: true adds the voice to the cues that `Cue.isSpokenIfVoiceIsOn` selects.
  ///
  /// If the value is nil, only cues whose channels contain the voice are spoken. If the value is false, no cue is
  /// spoken.
  package var voice: Bool?
  /// Language of the voice, such as `en` or `en-GB`.
  package var voiceLanguage: String?
  /// Speed of the voice, 0 to 100, where 50 is normal.
  package var voiceRate: Int?
  /// Volume of the voice, 0 to 100, where 50 is normal.
  package var voiceVolume: Int?
  package var duck: Ducking?
  /// How long before a cue the sound output is woken; zero for never, and nil depends on the output.
  package var wakeOutput: Duration?
  /// Seconds to announce at the end of an interval or the lead-in, such as 3, 2 and 1; empty for none.
  package var countdown: [Int]?
  /// Time between two `remaining` cues.
  package var remainingEvery: Duration?
  /// Time by which a start is announced early, for a treadmill that changes its speed slowly; zero for none.
  package var beltLag: Duration?
  /// Channels of all cues that have no entry in `cues`.
  package var allCues: Set<Channel>?
  /// Channels of each cue; a cue without an entry has the channels in `allCues`, or its default channels.
  package var cues: [Cue: Set<Channel>] = [:]
  /// Spoken words of each cue; a cue without an entry has its default words.
  package var sayings: [Cue: CueTemplate] = [:]
  /// Hooks in the order of the configuration; a cue may have several hooks.
  package var hooks: [Hook] = []
  package var notify: NotifyMode?
  package var notifyUrgency: NotifyUrgency?
  package var mpris: Bool?
  package var mediaKeys: MediaKeys?
  /// The source of the distance covered.
  package var distanceFrom: DistanceSource?
  /// Whether a heart-rate sensor is used.
  package var heartRate: Bool?

  package init() {}

  /// Value of `skip-last`: if the last interval of a plan has this kind, the interval is dropped.
  ///
  /// The interval is kept if the last step of the plan is not a counted repeat.
  package enum SkipLast: Equatable, Sendable {
    case off
    case kind(Kind)
  }

  /// These settings; a setting that is nil or absent here has its value from `base`.
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
    settings.keepAwake = keepAwake ?? base.keepAwake
    settings.onLock = onLock ?? base.onLock
    settings.sound = sound ?? base.sound
    settings.sounds = base.sounds.merging(sounds) { _, own in own }
    settings.volume = volume ?? base.volume
    settings.voiceLanguage = voiceLanguage ?? base.voiceLanguage
    settings.voiceRate = voiceRate ?? base.voiceRate
    settings.voiceVolume = voiceVolume ?? base.voiceVolume
    settings.duck = duck ?? base.duck
    settings.wakeOutput = wakeOutput ?? base.wakeOutput
    settings.countdown = countdown ?? base.countdown
    settings.remainingEvery = remainingEvery ?? base.remainingEvery
    settings.beltLag = beltLag ?? base.beltLag
    // `cue all` in a plan is explicit, so `voice on` in the configuration does not add the voice to these channels.
    settings.voice = voice ?? (allCues != nil && base.voice == true ? nil : base.voice)
    settings.allCues = allCues ?? base.allCues
    settings.cues = inheritedCues(from: base).merging(cues) { _, own in own }
    settings.sayings = base.sayings.merging(sayings) { _, own in own }
    settings.hooks = hooks.isEmpty ? base.hooks : hooks
    settings.notify = notify ?? base.notify
    settings.notifyUrgency = notifyUrgency ?? base.notifyUrgency
    settings.mpris = mpris ?? base.mpris
    settings.mediaKeys = mediaKeys ?? base.mediaKeys
    settings.distanceFrom = distanceFrom ?? base.distanceFrom
    settings.heartRate = heartRate ?? base.heartRate
    return settings
  }

  /// The channels of single cues in `base` that also apply to these settings.
  ///
  /// If these settings specify the channels of all cues, no channels of `base` apply. If these settings turn the voice
  /// on, the voice is added to the channels of `base`.
  private func inheritedCues(from base: Settings) -> [Cue: Set<Channel>] {
    guard allCues == nil else { return [:] }
    return voice == true ? Dictionary(uniqueKeysWithValues: base.cues.map { ($0, $0.spoken($1)) }) : base.cues
  }
}

/// Reduction of the volume of other programs during cues, in decibels.
package enum Ducking: Equatable, Sendable {
  case off
  /// Other programs are lowered while words are spoken.
  case voice(decibels: Int)
  /// Other programs are lowered while words are spoken and while sounds are played.
  case all(decibels: Int)

  /// The permitted reductions.
  package static let range = 1...40
}

/// Effect of a suspend on a workout.
package enum SleepPolicy: String, CaseIterable, Sendable {
  /// The workout pauses when the suspend begins, and stays paused until a command resumes it.
  case pause
  /// The workout continues during the suspend; cues that were due during the suspend are dropped.
  case `continue`
  /// The workout stops when the suspend begins.
  case stop
}

/// Effect of a lock of the screen on a workout.
package enum LockPolicy: String, CaseIterable, Sendable {
  case `continue`
  /// The workout pauses, and stays paused until a command resumes it.
  case pause
}

/// Source of the distance covered; the raw value is the word of the settings.
package enum DistanceSource: String, CaseIterable, Sendable {
  case footPod = "foot-pod"
  case treadmill
  /// The distance is estimated from the paces of the plan.
  case estimate
}

// MARK: - Values with defaults

extension Settings {
  /// Default lead-in of a plan with kinds; a plan without kinds has no lead-in by default.
  package static let defaultLeadIn = Duration.seconds(5)
  package static let defaultOnSleep = SleepPolicy.pause
  package static let defaultResumeWithin = Duration.seconds(300)
  package static let defaultKeepAwake = true
  package static let defaultOnLock = LockPolicy.continue

  /// Duration of the countdown before the first interval of `plan`; zero for none.
  package func leadIn(for plan: Plan) -> Duration {
    leadIn ?? (plan.hasKinds ? Self.defaultLeadIn : .zero)
  }

  package var sleepPolicy: SleepPolicy { onSleep ?? Self.defaultOnSleep }

  /// Whether the machine and its screen are kept awake while the workout's clock runs.
  package var keepsAwake: Bool { keepAwake ?? Self.defaultKeepAwake }

  package var lockPolicy: LockPolicy { onLock ?? Self.defaultOnLock }

  /// Maximum absence of the daemon after which a workout resumes without a command; zero for never.
  ///
  /// The daemon is absent after a crash, or during a restart.
  package var maxAbsence: Duration { resumeWithin ?? Self.defaultResumeWithin }

  /// The kind of interval that `skip-last` drops; nil if no interval is dropped.
  package var skippedLastKind: Kind? {
    if case .kind(let kind) = skipLast { kind } else { nil }
  }
}

extension Settings {
  package static let defaultSound = true
  package static let defaultVolume = 100
  package static let defaultVoiceVolume = 50
  /// The permitted times between the wake-up of the output and the cue.
  package static let wakeOutputRange = Duration.milliseconds(100)...Duration.seconds(5)
  package static let defaultDucking = Ducking.voice(decibels: 12)
  package static let defaultCountdown = [3, 2, 1]
  package static let defaultRemainingEvery = Duration.seconds(300)
  package static let defaultNotify = NotifyMode.replace
  package static let defaultNotifyUrgency = NotifyUrgency.auto
  package static let defaultMPRIS = true
  package static let defaultMediaKeys = MediaKeys.auto

  package var playsSounds: Bool { sound ?? Self.defaultSound }

  /// Volume of sounds in percent, 0 to 150.
  package var soundVolume: Int { volume ?? Self.defaultVolume }

  package var ducking: Ducking { duck ?? Self.defaultDucking }

  package func channels(of cue: Cue) -> Set<Channel> {
    if let channels = cues[cue] { return channels }
    let channels = allCues ?? cue.defaultChannels
    return voice == true ? cue.spoken(channels) : channels
  }

  package func hooks(of cue: Cue) -> [Hook] { hooks.filter { $0.cue == cue } }

  /// Seconds to announce at the end of an interval or the lead-in, such as 3, 2 and 1.
  package var countdownSeconds: [Int] { countdown ?? Self.defaultCountdown }

  /// Time between two `remaining` cues.
  package var remainingInterval: Duration { remainingEvery ?? Self.defaultRemainingEvery }

  /// Time by which a start is announced early; zero for none.
  package var lag: Duration { beltLag ?? .zero }

  package var notifyMode: NotifyMode { notify ?? Self.defaultNotify }

  package var urgency: NotifyUrgency { notifyUrgency ?? Self.defaultNotifyUrgency }

  /// Whether the workout can be controlled as a media player.
  package var isMediaPlayer: Bool { mpris ?? Self.defaultMPRIS }

  package var usedMediaKeys: MediaKeys { mediaKeys ?? Self.defaultMediaKeys }

  /// The sensor that measures the distance; nil if the distance is estimated.
  package var measuredDistanceSource: DistanceSource? {
    distanceFrom == .estimate ? nil : distanceFrom
  }

  package var usesHeartRate: Bool { heartRate ?? false }
}

extension Cue {
  /// Adds the voice to the channels, if `voice on` applies to the cue; a cue without channels stays off.
  fileprivate func spoken(_ channels: Set<Channel>) -> Set<Channel> {
    isSpokenIfVoiceIsOn && !channels.isEmpty ? channels.union([.voice]) : channels
  }
}
