import WorkoutModel

/// Selects the cues to deliver, and their channels.
extension Session {
  /// The next cues in the present stage, their instant, and the record after their delivery; nil if no cues follow.
  ///
  /// To limit the work of one call, the search examines at most `maxLookahead` instants for which there is a reason for
  /// a cue. If no cue is to be delivered at these instants, the result is the last of them, without announcements.
  ///
  /// If `limit` is not nil, cues after this instant are ignored, and their channels and words are not determined.
  func upcoming(until limit: Instant? = nil) -> (at: Instant, announcements: [Announcement], cueing: Cueing)? {
    guard state.pause == nil else { return nil }
    var cueing = state.cueing
    var silent: Instant?
    for _ in 0..<Self.maxLookahead {
      guard let (moment, occasions) = occasions(after: cueing.passed, cueing), limit.map({ moment <= $0 }) ?? true
      else { return nil }
      cueing.passed = moment
      let announcements = announce(occasions, at: moment, &cueing)
      if !announcements.isEmpty { return (moment, announcements, cueing) }
      silent = moment
    }
    return silent.map { ($0, [], cueing) }
  }

  /// Announces the cues that are due at `now`, and drops stale cues.
  mutating func announceDue(at now: Instant) -> [Announcement] {
    let stale = now - CueRules.staleness
    var all: [Announcement] = []
    while let (moment, announcements, cueing) = upcoming(until: now) {
      if moment < stale {
        state.cueing.passed = stale
        state.cueing.given = cueing.given
      } else {
        state.cueing = cueing
        all += announcements.map { $0.late(by: now - moment) }
      }
    }
    return all
  }

  /// Announces the start of the present stage, and the cues that are due at the same instant.
  ///
  /// `lateness` is the time since the deadline at which the stage began; nil if a command began the stage. If
  /// `lateness` exceeds `CueRules.staleness`, only the start of the stage is announced, as if the stage began now.
  mutating func announceBeginning(lateness: Duration?) -> [Announcement] {
    let delay = lateness.flatMap { $0 > CueRules.staleness ? $0 : nil }
    let first = delay == nil ? occasions(after: nil, state.cueing) : nil
    let coinciding = first?.at == span.begin ? first?.occasions : nil
    let occasions = (beginnings + (coinciding ?? [])).sorted { $0.cue > $1.cue }
    let announcements = announce(occasions, at: span.begin + (delay ?? .zero), &state.cueing)
    state.cueing.passed = span.begin
    state.cueing.isNextAnnounced = false
    // The cue for the start of the stage precedes the other cues.
    let isBeginning = announcements.map { $0.occasion == .start(in: nil) || $0.occasion == .leadIn }
    let ordered = zip(announcements, isBeginning).filter(\.1) + zip(announcements, isBeginning).filter { !$0.1 }
    return ordered.map { $0.0.late(by: lateness) }
  }

  /// Announces a pause, a resumption or the end of the workout immediately, even if another cue occupies a channel.
  mutating func announce(
    _ occasion: Occasion, at instant: Instant, outcome: Outcome? = nil, lateness: Duration? = nil
  ) -> [Announcement] {
    state.cueing.taken = [:]
    return announce([occasion], at: instant, outcome: outcome, &state.cueing).map { $0.late(by: lateness) }
  }

  /// Assigns channels to cues.
  ///
  /// If two cues conflict, the more important cue gets the channel. If both are equally important, the earlier cue gets
  /// the channel.
  private func announce(
    _ occasions: [Occasion], at moment: Instant, outcome: Outcome? = nil, _ cueing: inout Cueing
  ) -> [Announcement] {
    var announcements: [Announcement] = []
    for occasion in occasions {
      var channels = channels(of: occasion, cueing)
      var words = channels.contains(.voice) ? words(for: occasion, at: moment, outcome: outcome) : nil
      if words?.isEmpty == true { channels.remove(.voice) }
      // The loop checks the sound before the voice. If a conflict removes the sound, the words are not delayed.
      for channel in Channel.allCases where channel != .hook && channels.contains(channel) {
        let until = moment + length(on: channel, words, hasSound: channels.contains(.sound))
        if let taken = cueing.taken[channel], taken.until > moment, taken.cue >= occasion.cue {
          channels.remove(channel)
        } else if channel != .notification, isNeeded(channel, between: moment, and: until, for: occasion.cue, cueing) {
          channels.remove(channel)
        } else {
          cueing.taken[channel] = .init(until: until, cue: occasion.cue)
        }
      }
      if !channels.contains(.voice) { words = nil }
      cueing.record(occasion, remaining: remainingMultiple(at: moment))
      if !channels.isEmpty { announcements.append(Announcement(occasion: occasion, channels: channels, words: words)) }
    }
    return announcements
  }

  /// Channels of a cue before conflicts with other cues are resolved.
  func channels(of occasion: Occasion, _ cueing: Cueing) -> Set<Channel> {
    let channels = cues.channels[occasion.cue] ?? []
    switch occasion {
    case .finish, .stopped, .paused, .resumed: return channels
    case .start(in: nil), .last:
      if let end = span.end, end - span.begin < CueRules.soundLength { return [] }
    default: break
    }
    // If a command selects an interval during a pause, only a notification announces the start of the interval. The
    // reason is that the interval does not begin until the workout resumes.
    if state.pause != nil { return channels.intersection([.notification]) }
    // The start of an interval that was announced early is shown and has a sound. The early cue has already been
    // spoken, and has already run the hooks.
    let isAnnounced = occasion == .start(in: nil) && cueing.isNextAnnounced
    return isAnnounced ? channels.intersection([.notification, .sound]) : channels
  }

  /// Whether a cue that is more important than `cue` needs `channel` from `begin` to `end`, in this or a later stage.
  private func isNeeded(
    _ channel: Channel, between begin: Instant, and end: Instant, for cue: Cue, _ cueing: Cueing
  ) -> Bool {
    var later = self
    later.state.cueing = cueing
    if cue == .start { later.state.cueing.isNextAnnounced = true }
    func needs(_ occasion: Occasion) -> Bool {
      occasion.cue > cue && later.channels(of: occasion, later.state.cueing).contains(channel)
    }
    var passed: Instant? = begin
    while true {
      while let (moment, occasions) = later.occasions(after: passed, later.state.cueing), moment < end {
        if occasions.contains(where: needs) { return true }
        var recorded = later.state.cueing
        for occasion in occasions { recorded.record(occasion, remaining: later.remainingMultiple(at: moment)) }
        later.state.cueing = recorded
        passed = moment
      }
      guard let ending = later.span.end, ending > begin, ending < end else { return false }
      guard later.beginFollowing(at: ending) else { return needs(.finish) }
      if later.beginnings.contains(where: needs) { return true }
      later.state.cueing.isNextAnnounced = false
      passed = nil
    }
  }

  /// Time for which a cue occupies a channel.
  private func length(on channel: Channel, _ words: String?, hasSound: Bool) -> Duration {
    switch channel {
    // Two notifications conflict only at the same instant.
    case .notification, .hook: .nanoseconds(1)
    case .sound: CueRules.soundLength
    case .voice: words.map { CueRules.speakingTime(of: $0) + (hasSound ? CueRules.wordsDelay : .zero) } ?? .zero
    }
  }

  private func words(for occasion: Occasion, at moment: Instant, outcome: Outcome?) -> String {
    let fields = CueFields(
      occasion, progress: outcome == nil ? progress(at: moment) : nil, outcome: outcome, units: cues.units,
      title: cues.title)
    return cues.saying(for: occasion, of: fields.interval)
      .spoken(maxCharacters: LimitedText.saying.maxCharacters) { fields.text($0, .spoken) }
  }

  /// Maximum number of instants that one call of `upcoming` examines.
  private static let maxLookahead = 100
}

extension Announcement {
  fileprivate func late(by lateness: Duration?) -> Announcement {
    var announcement = self
    announcement.lateness = lateness
    return announcement
  }
}
