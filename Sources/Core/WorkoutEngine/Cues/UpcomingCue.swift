import WorkoutModel

/// The next deadline of a workout, and what is heard then.
package struct UpcomingCue: Equatable, Sendable {
  /// The instant at which the caller must call `advance`.
  package let at: Instant
  /// Whether a sound is due.
  package let hasSound: Bool
  /// Whether words are due.
  package let hasWords: Bool
}

extension WorkoutEngine {
  /// The next deadline, with the channels of its cues; nil if nothing is due until the next command.
  ///
  /// The cues at the end of a stage are those that begin the next stage. Conflicts of these cues are not resolved.
  package var upcomingCue: UpcomingCue? {
    guard let session else { return nil }
    let upcoming = session.upcoming
    guard let at = [session.deadline, upcoming?.at].compactMap(\.self).min() else { return nil }
    var channels: Set<Channel> = []
    if let upcoming, upcoming.at == at {
      for announcement in upcoming.announcements { channels.formUnion(announcement.channels) }
    }
    if session.deadline == at { channels.formUnion(session.followingChannels) }
    return UpcomingCue(at: at, hasSound: channels.contains(.sound), hasWords: channels.contains(.voice))
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
