package import WorkoutModel

/// Command to the engine, the input of the state machine.
package enum Command: Equatable, Sendable {
  /// Starts a workout. With `replacing`, a running workout is stopped first; otherwise, the command is refused.
  case start(Workout, cues: CueRules = .none, replacing: Bool)
  case stop
  /// Stops the clock. Has no effect if it is stopped.
  case pause(PauseReason)
  /// Starts the clock again. Has no effect if it runs.
  case resume
  case toggle
  /// Moves to the start of the next interval or, with `out`, to the step after the innermost repeat; finishes the
  /// workout from the last one.
  case next(out: Bool)
  /// Moves to the start of this interval or, within its first three seconds, of the previous one.
  case previous
  /// Lengthens this occurrence of the interval, or the lead-in, by a duration; a negative one shortens it, at most to
  /// the present.
  case extend(by: Duration)
  /// Replaces the distance covered so far, in metres from 0, with a measured one.
  case correct(metres: Double)
}

/// Reason why the clock is stopped.
package enum PauseReason: String, Codable, Sendable {
  case user
  case sleep
  case restart
}

/// Refusal of a command, which does not change the engine.
package enum CommandError: Error, Equatable {
  case alreadyRunning
  case notRunning
}

/// Event of the workout, the output of the state machine.
package enum Effect: Equatable, Sendable {
  case started
  case leadInBegan
  /// The workout is at the start of an interval, possibly for a second time.
  ///
  /// - Parameters:
  ///   - lateness: how long after its deadline the interval began; nil if a command began it.
  ///   - missed: the number of intervals that passed unannounced since the last effect.
  ///   - wasAnnounced: whether its start was announced earlier, because of a belt lag.
  case intervalBegan(lateness: Duration?, missed: Int, wasAnnounced: Bool = false)
  case paused(PauseReason)
  case resumed
  case extended(by: Duration)
  case corrected(metres: Double)
  /// The workout resumed after an interruption, on its schedule or paused; `missed` boundaries passed meanwhile.
  case rejoined(Interruption, missed: Int)
  /// The plan ended; `lateness` as above.
  case finished(Outcome, lateness: Duration?)
  case stopped(Outcome)
  /// A cue is due. If it belongs to a change, it follows the effect of that change.
  case announced(Announcement)

  /// Result of the workout, if this is its end.
  package var outcome: Outcome? {
    switch self {
    case .finished(let outcome, _), .stopped(let outcome): outcome
    default: nil
    }
  }
}
