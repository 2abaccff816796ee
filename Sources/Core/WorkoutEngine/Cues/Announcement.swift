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
