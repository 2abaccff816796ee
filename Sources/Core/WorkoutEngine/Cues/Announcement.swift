package import WorkoutModel

/// A cue that is given: what it is about, and on which channels.
package struct Announcement: Equatable, Sendable {
  package let occasion: Occasion
  /// Those that the settings name for the cue, less those on which another cue goes before.
  package let channels: Set<Channel>
  /// What is to be said; nil where the voice is not among the channels.
  package let words: String?
  /// Against the instant at which it was due; nil where a command brought it about.
  package internal(set) var lateness: Duration?

  package var cue: Cue { occasion.cue }

  /// The same, less all that would be heard.
  var onNotificationAlone: Announcement {
    Announcement(
      occasion: occasion, channels: channels.intersection([.notification]), words: nil, lateness: lateness)
  }
}

/// What a cue is about.
package enum Occasion: Hashable, Sendable {
  case finish
  case stopped
  case paused
  case resumed
  case last(Part)
  /// An interval begins: now, or after a belt lag.
  case start(in: Duration?)
  case leadIn
  /// So many seconds are left.
  case countdown(Int)
  case next
  case halfway(Part)
  /// So many whole miles or kilometres are covered.
  case split(Int)
  case remaining

  /// What is the last, or half over.
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

  /// Whether it is a start that is told before it is.
  package var isEarlyStart: Bool {
    if case .start(_?) = self { true } else { false }
  }
}
