/// Announcement during a workout; the raw value is its name in the settings.
///
/// The cases are in order of importance, and the most important case is first. If two cues would overlap on a channel,
/// the more important cue gets the channel.
package enum Cue: String, CaseIterable, Codable, Sendable {
  /// The plan has ended.
  case finish
  /// The workout was stopped before the end of the plan.
  case stopped
  case paused
  case resumed
  /// The last interval, or the last round of the outermost repeat, begins.
  case last
  /// An interval begins, or will begin after the belt lag.
  case start
  /// The lead-in, a countdown before the first interval, begins.
  case leadIn = "lead-in"
  /// The number of seconds until an interval or the lead-in ends.
  case countdown
  /// The next interval, shortly before it begins.
  case next
  /// Half of an interval or of the workout is over.
  case halfway
  /// Another whole mile or kilometre has been covered, estimated or measured.
  case split
  /// The time left in the workout, announced at regular intervals.
  case remaining

  /// Whether the cue announces a change of interval or state.
  package var isTransition: Bool { defaults.isTransition }

  /// The channels of the cue if the settings do not specify any.
  package var defaultChannels: Set<Channel> { defaults.channels }

  /// Whether the setting `voice on` makes the cue spoken.
  package var isSpokenIfVoiceIsOn: Bool { Self.spokenIfVoiceIsOn.contains(self) }

  private static let spokenIfVoiceIsOn: Set<Cue> = [.finish, .paused, .resumed, .last, .start, .halfway]

  /// The spoken words of the cue if the settings do not specify any.
  ///
  /// - Parameters:
  ///   - isEarly: whether the cue announces the start of an interval in advance, because of a belt lag.
  ///   - hasName: whether the announced interval has a label, or a kind other than `interval`, which is not spoken.
  ///   - hasPace: whether the announced interval has a pace.
  /// - Returns: the template of the words.
  package func defaultWords(isEarly: Bool = false, hasName: Bool = true, hasPace: Bool = false) -> CueTemplate {
    guard isEarly else { return defaults.words }
    return switch (hasName, hasPace) {
    case (true, true): "{kind} {label} in {lag}: {speed}"
    case (true, false): "{kind} {label} in {lag}"
    case (false, true): "in {lag}: {speed}"
    case (false, false): "next interval in {lag}"
    }
  }

  /// The defaults of all cues, which are created once so that templates are not parsed again for every cue.
  fileprivate static let table = Dictionary(uniqueKeysWithValues: allCases.map { ($0, Defaults($0)) })

  private var defaults: Defaults { Self.table[self] ?? Defaults(self) }
}

/// The defaults of a cue; `init(_:)` contains a case for every cue.
private struct Defaults {
  let isTransition: Bool
  let channels: Set<Channel>
  let words: CueTemplate

  private init(isTransition: Bool = false, channels: Set<Channel>, words: CueTemplate) {
    self.isTransition = isTransition
    self.channels = channels
    self.words = words
  }

  init(_ cue: Cue) {
    switch cue {
    case .finish:
      self.init(
        isTransition: true, channels: [.notification, .sound, .hook], words: "finished: {elapsed}, {distance}")
    case .stopped: self.init(isTransition: true, channels: [.hook], words: "stopped")
    case .paused: self.init(isTransition: true, channels: [.notification, .sound, .hook], words: "paused")
    case .resumed:
      self.init(isTransition: true, channels: [.notification, .sound, .hook], words: "{kind} {label}, {left} left")
    case .last:
      self.init(
        isTransition: true, channels: [.notification, .sound, .hook], words: "last {part}: {kind} {goal} {label}")
    case .start:
      self.init(isTransition: true, channels: [.notification, .sound, .hook], words: "{kind} {goal} {label}")
    case .leadIn: self.init(isTransition: true, channels: [.notification, .hook], words: "get ready: {next}")
    case .countdown: self.init(channels: [.sound, .hook], words: "{count}")
    case .next: self.init(channels: [.notification, .hook], words: "next: {next}")
    case .halfway: self.init(channels: [.notification, .hook], words: "halfway through the {part}")
    case .split: self.init(channels: [.notification, .hook], words: "{split} in {elapsed}")
    case .remaining: self.init(channels: [.hook], words: "{remaining} left")
    }
  }
}

extension Cue: Comparable {
  /// Whether the left cue is less important than the right cue.
  package static func < (left: Cue, right: Cue) -> Bool { left.rank > right.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// Output that delivers cues; the raw value is its name in the settings.
package enum Channel: String, CaseIterable, Codable, Sendable {
  case notification
  case sound
  case voice
  /// Programs that the configuration specifies.
  case hook
}

/// Program that runs when a cue is delivered.
package struct Hook: Equatable, Sendable {
  package let cue: Cue
  /// Absolute path of the program.
  package let program: String
  package let arguments: [CueTemplate]

  package init(cue: Cue, program: String, arguments: [CueTemplate]) {
    self.cue = cue
    self.program = program
    self.arguments = arguments
  }
}

/// Use of desktop notifications during a workout; the raw value is the value in the settings.
package enum NotifyMode: String, CaseIterable, Sendable {
  /// One notification, replaced at every cue.
  case replace
  /// A new notification at every cue; the previous notification is closed.
  case each
  /// One notification, replaced only at a change of interval or state.
  case transitions
  case off
}

/// Urgency of the notifications of a running workout; the raw value is the value in the settings.
package enum NotifyUrgency: String, CaseIterable, Sendable {
  /// Critical on desktops that otherwise hide the notification most of the time.
  case auto
  case normal
  case critical
}

/// Whether media keys control a workout; the raw value is the value in the settings.
package enum MediaKeys: String, CaseIterable, Sendable {
  /// Unless another media player has played during the workout.
  case auto
  case on
  /// The keys control other media players.
  case off
}

/// Event that has a sound: a cue, or the start of an interval of a certain kind.
package enum SoundSubject: Hashable, Sendable {
  case kind(Kind)
  case cue(Cue)

  package static let allCases = Kind.allCases.map(Self.kind) + Cue.allCases.map(Self.cue)

  /// The event's name in the settings.
  package var word: String {
    switch self {
    case .kind(let kind): kind.rawValue
    case .cue(let cue): cue.rawValue
    }
  }
}
