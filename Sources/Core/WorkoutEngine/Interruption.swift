package import WorkoutModel

/// Period in which the engine was not advanced.
package enum Interruption: String, Sendable {
  /// The machine slept.
  case sleep
  /// The daemon was not running, for example after a crash or while the machine was off.
  case restart
  /// The daemon was not running, and the saved position of the workout cannot be used.
  case loss

  /// The pause reason of a workout that does not resume by itself after the interruption.
  package var pauseReason: PauseReason {
    switch self {
    case .sleep: .sleep
    case .restart, .loss: .restart
    }
  }
}

extension WorkoutEngine {
  /// Makes an engine with a workout that is paused at its start, because the saved position cannot be used.
  package init(lostPositionIn workout: Workout, cues: CueRules, at now: Instant) {
    session = Session(workout, cues: cues, at: now)
  }

  /// Moves all instants by a duration, because the clock stood still or the caller changes to another clock.
  package mutating func shift(by duration: Duration) {
    session?.shift(by: duration)
  }

  /// Resumes on schedule: interval boundaries that have passed are counted as missed and never announced.
  ///
  /// A paused workout stays paused. If the end of the plan has passed, the workout counts as finished at that
  /// time, and only a notification announces the end.
  package mutating func resume(after interruption: Interruption, at now: Instant) -> [Effect] {
    guard session != nil else { return [] }
    var missed = 0
    while let deadline = session?.deadline, deadline <= now {
      if let skipped = session?.skipRounds(to: now), skipped > 0 {
        missed += skipped
        continue
      }
      missed += 1
      guard session?.beginFollowing(at: deadline) == true else {
        session?.state.tally.punctuality.miss(missed)
        return finish(at: deadline, now: now, lateness: now - deadline).map(\.notificationOnly)
      }
    }
    session?.state.tally.punctuality.miss(missed)
    session?.dropPastCues(at: now, isNewStage: missed > 0)
    return [.rejoined(interruption, missed: missed)]
  }

  /// Pauses the workout after an interruption, as if it had been paused at `instant`.
  ///
  /// Time after that instant does not count. If the workout was already paused, the pause and its reason stay the same.
  package mutating func resumePaused(
    asOf instant: Instant, after interruption: Interruption, at now: Instant
  ) -> [Effect] {
    guard session != nil else { return [] }
    if session?.state.pause == nil {
      session?.pause(interruption.pauseReason, at: instant)
    }
    session?.dropPastCues(at: instant, isNewStage: false)
    return [.rejoined(interruption, missed: 0)]
  }

  /// Stops the workout after an interruption, as if it had been stopped at `instant`.
  ///
  /// Time after that instant does not count. Only a notification announces the end.
  package mutating func stopSilently(asOf instant: Instant, at now: Instant) -> [Effect] {
    stop(asOf: instant, at: now).map(\.notificationOnly)
  }
}

extension Session {
  /// Marks all cues until `now` as done.
  fileprivate mutating func dropPastCues(at now: Instant, isNewStage: Bool) {
    let clock = clock(at: now)
    state.cueing.passed = max(state.cueing.passed ?? clock, clock)
    state.cueing.taken = [:]
    if isNewStage { state.cueing.isNextAnnounced = false }
  }
}

extension Effect {
  /// The effect without the sound, the speech and the hook of its cue.
  fileprivate var notificationOnly: Effect {
    if case .announced(let announcement) = self { .announced(announcement.notificationOnly) } else { self }
  }
}
