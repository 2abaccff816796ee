import WorkoutModel

/// The next deadline of a workout, and the next cue that is heard.
package struct UpcomingCue: Equatable, Sendable {
  /// The instant at which the caller must call `advance`.
  package let at: Instant
  /// The cue that is heard at the deadline; if no cue is heard then, the cue at the end of the stage.
  ///
  /// The value is nil if the cue at the end of the stage is not heard either.
  package let heard: Heard?

  /// A cue with a sound, words or both.
  package struct Heard: Equatable, Sendable {
    package let at: Instant
    package let hasSound: Bool

    fileprivate init?(at instant: Instant, channels: Set<Channel>) {
      guard channels.contains(.sound) || channels.contains(.voice) else { return nil }
      (at, hasSound) = (instant, channels.contains(.sound))
    }
  }
}

extension WorkoutEngine {
  /// The next deadline and the next cue that is heard; nil if nothing is due until the next command.
  ///
  /// The cues at the end of a stage are those that begin the next stage. Conflicts of these cues are not resolved.
  package var upcomingCue: UpcomingCue? {
    guard let session else { return nil }
    let upcoming = session.upcoming()
    guard let at = [session.deadline, upcoming?.at].compactMap(\.self).min() else { return nil }
    var channels: Set<Channel> = []
    if let upcoming, upcoming.at == at {
      for announcement in upcoming.announcements { channels.formUnion(announcement.channels) }
    }
    if session.deadline == at { channels.formUnion(session.followingChannels) }
    var heard = UpcomingCue.Heard(at: at, channels: channels)
    if heard == nil, let end = session.deadline, end > at {
      heard = UpcomingCue.Heard(at: end, channels: session.followingChannels)
    }
    return UpcomingCue(at: at, heard: heard)
  }
}

extension Session {
  /// The channels of the cues at the end of the present stage.
  fileprivate var followingChannels: Set<Channel> {
    var later = self
    guard let end = span.end, later.beginFollowing(at: end) else { return cues.channels[.finish] ?? [] }
    return later.beginnings.reduce(into: []) { $0.formUnion(later.channels(of: $1, later.state.cueing)) }
  }
}
