package import WorkoutModel

/// Which cues are given when, on which channels and in which words: what settings say of them.
package struct CueRules: Equatable, Sendable {
  /// The channels of each cue; a cue without any is not given at all.
  package let channels: [Cue: Set<Channel>]
  let countdown: [Int]
  let beltLag: Duration
  let remainingEvery: Duration
  let sayings: [Cue: CueTemplate]
  let units: DisplayUnits
  let title: String?

  /// No cues at all.
  package static let none = CueRules()

  private init() {
    channels = [:]
    countdown = []
    beltLag = .zero
    remainingEvery = .zero
    sayings = [:]
    units = DisplayUnits(distance: .kilometres, pace: .minutesPerKilometre)
    title = nil
  }

  /// - Parameters:
  ///   - settings: the plan's over the configuration's.
  ///   - units: what distances and paces are told in; a split is a mile or a kilometre.
  ///   - title: what the plan is called.
  package init(_ settings: Settings, units: DisplayUnits, title: String?) {
    channels = Dictionary(
      uniqueKeysWithValues: Cue.allCases.map { cue in
        (cue, settings.channels(of: cue).filter { settings.isOpen($0, for: cue) })
      }
    ).filter { !$0.value.isEmpty }
    countdown = settings.countdownSeconds
    beltLag = settings.lag
    remainingEvery = settings.remainingInterval
    sayings = settings.sayings
    self.units = units
    self.title = title
  }

  /// All channels on which any cue is given.
  package var usedChannels: Set<Channel> { channels.values.reduce(into: []) { $0.formUnion($1) } }

  // The rule by which cues keep out of each other's way; intervald.conf(5) says the same in words.

  /// How much of what is under way a countdown or a belt lag may reach back over.
  static let longestReach = 0.9
  /// The time within which of two sounds one is played; an interval that is shorter begins unannounced.
  static let soundLength = Duration.milliseconds(300)
  /// How long before its end an interval says what is next, and how long it must be to do so.
  static let nextReach = Duration.seconds(10)
  static let shortestWithNext = Duration.seconds(30)
  /// How long an interval must be to say that half of it is over.
  static let shortestWithHalfway = Duration.seconds(60)
  /// A cue that is later than this is not given.
  static let staleness = Duration.milliseconds(500)

  /// More than anybody listens to between two intervals; of a longer text the rest is not spoken.
  static let mostCharacters = 500

  /// How long words are taken to be spoken: 0.3 s and 0.07 s a character, at speech-dispatcher's middle rate.
  package static func speakingTime(of words: String) -> Duration { .milliseconds(300 + 70 * words.count) }

  /// The words for a cue; those that are set for a start hold for one that is told early only if they say so.
  func saying(for occasion: Occasion, hasPace: Bool) -> CueTemplate {
    sayings[occasion.cue].flatMap { occasion.isEarlyStart && !$0.parts.contains(.field(.lag)) ? nil : $0 }
      ?? Settings.defaultSaying(of: occasion.cue, isEarly: occasion.isEarlyStart, hasPace: hasPace)
  }
}

extension Settings {
  /// Whether anything can come of a cue on a channel.
  fileprivate func isOpen(_ channel: Channel, for cue: Cue) -> Bool {
    switch channel {
    case .notification: notifyMode != .off && (notifyMode != .transitions || cue.isTransition)
    case .sound: playsSounds
    case .voice: true
    case .hook: hooks.contains { $0.cue == cue }
    }
  }
}
