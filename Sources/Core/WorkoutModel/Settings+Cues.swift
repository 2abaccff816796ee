extension Settings {
  package static let defaultCountdown = [3, 2, 1]
  package static let defaultRemainingEvery = Duration.seconds(300)
  package static let defaultVolume = 100
  package static let defaultNotify = NotifyMode.replace
  package static let defaultMPRIS = true

  /// The channels of a cue that is given none.
  package static func defaultChannels(of cue: Cue) -> Set<Channel> {
    switch cue {
    case .finish, .last, .start, .paused, .resumed: [.notification, .sound, .hook]
    case .countdown: [.sound, .hook]
    case .leadIn, .next, .halfway, .split: [.notification, .hook]
    case .remaining, .stopped: [.hook]
    }
  }

  package func channels(of cue: Cue) -> Set<Channel> { cues[cue] ?? Self.defaultChannels(of: cue) }

  /// The whole seconds before an end that are counted down.
  package var countdownSeconds: [Int] { countdown ?? Self.defaultCountdown }

  /// The time between two cues of how much is left.
  package var remainingInterval: Duration { remainingEvery ?? Self.defaultRemainingEvery }

  /// By how much a start is told early; zero for not at all.
  package var lag: Duration { beltLag ?? .zero }

  /// In percent.
  package var soundVolume: Int { volume ?? Self.defaultVolume }

  package var notifyMode: NotifyMode { notify ?? Self.defaultNotify }

  /// Whether the workout can be controlled as a media player.
  package var isMediaPlayer: Bool { mpris ?? Self.defaultMPRIS }

  package func hooks(of cue: Cue) -> [Hook] { hooks.filter { $0.cue == cue } }

  /// What is said at a cue that is given no words.
  ///
  /// - Parameters:
  ///   - cue: the cue.
  ///   - isEarly: whether it is a start that is told before it is.
  ///   - hasPace: whether what then begins has a pace.
  /// - Returns: the words.
  package static func defaultSaying(of cue: Cue, isEarly: Bool = false, hasPace: Bool = false) -> CueTemplate {
    switch cue {
    case .finish: "finished: {elapsed}, {distance}"
    case .stopped: "stopped"
    case .paused: "paused"
    case .resumed: "{kind}, {left} left"
    case .last: "last {part}: {kind} {goal} {label}"
    case .start where isEarly: hasPace ? "in {lag}: {speed}" : "in {lag}: {kind}"
    case .start: "{kind} {goal} {label}"
    case .leadIn: "get ready: {next}"
    case .countdown: "{count}"
    case .next: "next: {next}"
    case .halfway: "halfway through the {part}"
    case .split: "{split} in {elapsed}"
    case .remaining: "{remaining} left"
    }
  }
}
