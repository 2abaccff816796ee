package import WorkoutModel

/// Rules for the times, channels and texts of cues, derived from the settings.
///
/// The type is a class, because copies of all its members would make the programs larger.
package final class CueRules: Sendable {
  /// Channels of each cue; a cue without channels is not delivered.
  package let channels: [Cue: Set<Channel>]
  let countdown: [Int]
  let beltLag: Duration
  let remainingEvery: Duration
  let sayings: [Cue: CueTemplate]
  let units: DisplayUnits
  let title: String?

  /// Rules that deliver no cues.
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
  ///   - settings: the settings of the plan, completed by the settings of the configuration.
  ///   - units: the units of distances and paces; a split is one unit of distance.
  ///   - title: the name of the plan; nil if the plan has no name.
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

  /// All channels that any cue uses.
  package var usedChannels: Set<Channel> { channels.values.reduce(into: []) { $0.formUnion($1) } }

  // These limits resolve conflicts between cues; intervald.conf(5) describes the rules.

  /// Maximum share of a stage (the lead-in or an interval) that a countdown or a belt lag may take.
  static let maxReach = 0.9
  /// Minimum time between two sounds; the start of a shorter interval is not announced.
  static let soundLength = Duration.milliseconds(300)
  /// Time before the end of an interval at which the next interval is announced.
  static let nextReach = Duration.seconds(10)
  /// Minimum length of an interval with a `next` cue.
  static let minLengthWithNext = Duration.seconds(30)
  /// Minimum length of an interval with a halfway cue.
  static let minLengthWithHalfway = Duration.seconds(60)
  /// Maximum lateness of a cue; a cue that is later is dropped.
  static let staleness = Duration.milliseconds(500)

  /// Estimated time to speak a text: 0.3 s plus 0.07 s per character, at speech-dispatcher's middle rate.
  package static func speakingTime(of words: String) -> Duration { .milliseconds(300 + 70 * words.count) }
  /// Estimated delay of the words of a cue that also has a sound; the words follow the sound.
  package static let wordsDelay = Duration.milliseconds(500)

  /// Text template of a cue.
  ///
  /// An early start is a `start` cue that comes before its interval begins. For an early start, the template in the
  /// settings is used only if it contains `{lag}`. Otherwise the default template for early starts is used.
  func saying(for occasion: Occasion, of interval: ScheduledInterval?) -> CueTemplate {
    sayings[occasion.cue].flatMap { occasion.isEarlyStart && !$0.parts.contains(.field(.lag)) ? nil : $0 }
      ?? occasion.cue.defaultWords(
        isEarly: occasion.isEarlyStart, hasName: interval?.name != nil, hasPace: interval?.interval.pace != nil)
  }
}

extension CueRules: Equatable {
  package static func == (left: CueRules, right: CueRules) -> Bool {
    left.channels == right.channels && left.countdown == right.countdown && left.beltLag == right.beltLag
      && left.remainingEvery == right.remainingEvery && left.sayings == right.sayings && left.units == right.units
      && left.title == right.title
  }
}

extension Settings {
  /// Whether the settings allow a cue on a channel.
  func isOpen(_ channel: Channel, for cue: Cue) -> Bool {
    switch channel {
    case .notification: notifyMode != .off && (notifyMode != .transitions || cue.isTransition)
    case .sound: playsSounds
    case .voice: voice != false
    case .hook: hooks.contains { $0.cue == cue }
    }
  }
}

/// Cue to deliver, with its channels and words.
package struct Announcement: Equatable, Sendable {
  package let occasion: Occasion
  /// Channels from the settings, except channels that a more important cue occupies.
  package let channels: Set<Channel>
  /// Text to speak; nil if the cue does not use the voice channel.
  package let words: String?
  /// Time since the cue was due; nil if a command caused the cue.
  package internal(set) var lateness: Duration?

  package var cue: Cue { occasion.cue }

  /// The announcement reduced to the notification, without sound and voice.
  var notificationOnly: Announcement {
    Announcement(
      occasion: occasion, channels: channels.intersection([.notification]), words: nil, lateness: lateness)
  }
}

/// Record of the past cues, limited to the facts that affect later cues.
struct Cueing: Equatable, Codable, Sendable {
  /// Instant up to which the cues of the present stage have been handled, on the session's clock.
  ///
  /// Nil if no cue of the stage has been handled.
  var passed: Instant?
  /// Whether the start of the next stage has been announced.
  var isNextAnnounced = false
  /// Whether the halfway cue of the workout is done.
  var isHalfwayPast = false
  /// The cues that must not be given twice, although a measured distance moves their times; nil before the first value.
  var given: GivenCues?
  /// Occupied channels, each with the cue that occupies it and the end of that cue.
  var taken: [Channel: Taken] = [:]

  struct Taken: Equatable, Codable, Sendable {
    var until: Instant
    var cue: Cue
  }

  /// Records an occasion; `remaining` is the time left in the workout as a multiple of `remaining-every`.
  mutating func record(_ occasion: Occasion, remaining: @autoclosure () -> Int?) {
    if occasion.isEarlyStart { isNextAnnounced = true }
    if occasion == .halfway(.workout) { isHalfwayPast = true }
    given?.record(occasion, remaining: remaining())
  }

  /// Shifts the record by the length of a pause, and frees all channels.
  mutating func shift(by length: Duration) {
    passed = passed.map { $0 + length }
    taken = [:]
  }
}
