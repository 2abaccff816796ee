package import WorkoutModel

/// Cue to deliver, with its channels and words.
package struct Announcement: Equatable, Sendable {
  package let occasion: Occasion
  /// Channels from the settings, without those that a more important cue occupies.
  package let channels: Set<Channel>
  /// Text to speak; nil without the voice channel.
  package let words: String?
  /// Time since the cue was due; nil if a command caused it.
  package internal(set) var lateness: Duration?

  package var cue: Cue { occasion.cue }

  /// The announcement reduced to the notification, without sound and voice.
  var notificationOnly: Announcement {
    Announcement(
      occasion: occasion, channels: channels.intersection([.notification]), words: nil, lateness: lateness)
  }
}

/// Reason for a cue.
package enum Occasion: Hashable, Sendable {
  case finish
  case stopped
  case paused
  case resumed
  case last(Part)
  /// An interval begins now, or after a belt lag.
  case start(in: Duration?)
  case leadIn
  /// Seconds left of the interval.
  case countdown(Int)
  case next
  case halfway(Part)
  /// Whole miles or kilometres covered.
  case split(Int)
  case remaining

  /// Part of the workout that a cue refers to.
  package enum Part: String, Sendable {
    case interval
    case round
    case workout
  }

  package var cue: Cue {
    switch self {
    case .finish: .finish
    case .stopped: .stopped
    case .paused: .paused
    case .resumed: .resumed
    case .last: .last
    case .start: .start
    case .leadIn: .leadIn
    case .countdown: .countdown
    case .next: .next
    case .halfway: .halfway
    case .split: .split
    case .remaining: .remaining
    }
  }

  /// Whether an interval is announced before it begins.
  package var isEarlyStart: Bool {
    if case .start(_?) = self { true } else { false }
  }
}

/// Record of delivered cues, as far as they affect later ones.
struct Cueing: Equatable, Codable, Sendable {
  /// Instant of the session's clock until which the cues of the present stage are done; nil if none is.
  var passed: Instant?
  /// Whether the start of the next stage has been announced.
  var isNextAnnounced = false
  /// Whether the halfway cue of the workout is done.
  var isHalfwayPast = false
  /// Occupied channels, each with its end and its cue.
  var taken: [Channel: Taken] = [:]

  struct Taken: Equatable, Codable, Sendable {
    var until: Instant
    var cue: Cue
  }

  /// Shifts the cues to come by the length of a pause.
  mutating func shift(by length: Duration) {
    passed = passed.map { $0 + length }
    taken = [:]
  }
}
