extension Settings {
  package static let defaultCountdown = [3, 2, 1]
  package static let defaultRemainingEvery = Duration.seconds(300)
  package static let defaultVolume = 100
  package static let defaultNotify = NotifyMode.replace
  package static let defaultMPRIS = true

  /// The channels of a cue.
  package func channels(of cue: Cue) -> Set<Channel> { cues[cue] ?? cue.defaultChannels }

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
}
