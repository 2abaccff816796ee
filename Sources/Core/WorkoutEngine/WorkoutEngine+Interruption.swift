import WorkoutModel

/// Going on behind a gap in which nobody called `advance`.
extension WorkoutEngine {
  /// Moves all that is under way by a duration, for a clock that stood still or that is another one now.
  package mutating func shift(by duration: Duration) {
    session?.shift(by: duration)
  }

  /// Takes the workout up where its grid now is: the boundaries that have passed were missed and are counted, and none
  /// of them is given as a cue.
  ///
  /// What is paused stays paused. A plan whose end has passed is finished as of its end, which is shown and not heard.
  package mutating func takeUp(after interruption: Interruption, at now: Instant) -> [Effect] {
    guard session != nil else { return [] }
    var missed = 0
    while let deadline = session?.deadline, deadline <= now {
      if let leapt = session?.leapOverRounds(to: now), leapt > 0 {
        missed += leapt
        continue
      }
      missed += 1
      guard session?.beginFollowing(at: deadline) == true else {
        session?.state.tally.punctuality.miss(missed)
        return finish(at: deadline, now: now, lateness: now - deadline).map(\.asNotificationAlone)
      }
    }
    session?.state.tally.punctuality.miss(missed)
    session?.beginTelling(at: now, isNewStage: missed > 0)
    return [.rejoined(interruption, missed: missed)]
  }

  /// Takes the workout up paused, as of an instant behind which none of its time counts.
  ///
  /// What was paused before stays paused for its own reason.
  package mutating func takeUpPaused(
    since instant: Instant, after interruption: Interruption, at now: Instant
  ) -> [Effect] {
    guard session != nil else { return [] }
    if session?.state.pause == nil { session?.pause(interruption.pauseReason, at: instant) }
    session?.beginTelling(at: instant, isNewStage: false)
    return [.rejoined(interruption, missed: 0)]
  }

  /// Ends the workout as of an instant behind which none of its time counts, which is shown and not heard.
  package mutating func takeUpStopped(asOf instant: Instant, at now: Instant) -> [Effect] {
    stop(asOf: instant, at: now).map(\.asNotificationAlone)
  }
}

extension Session {
  /// What was to be told before is over, and nothing of it is being told.
  fileprivate mutating func beginTelling(at now: Instant, isNewStage: Bool) {
    let clock = clock(at: now)
    state.cueing.passed = max(state.cueing.passed ?? clock, clock)
    state.cueing.taken = [:]
    if isNewStage { state.cueing.isNextAnnounced = false }
  }
}

extension Effect {
  /// A cue less all that would be heard.
  fileprivate var asNotificationAlone: Effect {
    if case .announced(let announcement) = self { .announced(announcement.onNotificationAlone) } else { self }
  }
}
