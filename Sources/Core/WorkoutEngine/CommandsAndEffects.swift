package import WorkoutModel

/// Command to the engine; commands are the input of the state machine.
package enum Command: Equatable, Sendable {
  /// Starts a workout.
  ///
  /// If a workout is in progress, a command with `replacing` stops that workout first; a command without `replacing` is
  /// refused.
  case start(Workout, cues: CueRules = .none, replacing: Bool)
  case stop
  /// Stops the clock; has no effect if the clock is stopped.
  case pause(PauseReason)
  /// Starts the clock again; has no effect if the clock is running.
  case resume
  case toggle
  /// Moves to the start of the next interval; with `out`, to the start of the step after the innermost repeat.
  ///
  /// If nothing follows, the command finishes the workout.
  case next(out: Bool)
  /// Moves to the start of the present interval.
  ///
  /// If the present interval began less than three seconds ago, moves to the start of the previous interval.
  case previous
  /// Lengthens the present interval or the lead-in by a duration.
  ///
  /// A negative duration shortens the interval or the lead-in, which then ends at the present instant at the earliest.
  /// In a repeat, only the present round changes. If a repeat around the interval reaches its goal earlier, the interval
  /// still ends there.
  case extend(by: Duration)
  /// Replaces the distance covered so far with a measured distance in metres, which is at least 0.
  case correct(metres: Double)
}

/// Reason why the clock is stopped.
package enum PauseReason: String, Codable, Sendable {
  case user
  case sleep
  case restart
  /// The screen was locked.
  case lock
}

/// Refusal of a command; a refused command does not change the engine.
package enum CommandError: Error, Equatable {
  case alreadyRunning
  case notRunning
}

/// Event of the workout; events are the output of the state machine.
package enum Effect: Equatable, Sendable {
  case started
  case leadInBegan
  /// An interval begins, or begins again.
  ///
  /// - Parameters:
  ///   - lateness: the time since the deadline at which the interval began; nil if a command began the interval.
  ///   - missed: the number of intervals that have passed without an announcement since the last effect.
  ///   - wasAnnounced: whether the start of the interval was announced earlier, because of a belt lag.
  case intervalBegan(lateness: Duration?, missed: Int, wasAnnounced: Bool = false)
  case paused(PauseReason)
  case resumed
  case extended(by: Duration)
  case corrected(metres: Double)
  /// The workout continues after an interruption, either on schedule or paused.
  ///
  /// `missed` is the number of interval boundaries that passed during the interruption.
  case rejoined(Interruption, missed: Int)
  /// The plan ended; `lateness` has the same meaning as in `intervalBegan`.
  indirect case finished(Outcome, lateness: Duration?)
  indirect case stopped(Outcome)
  /// A cue is due; the cue for a change of interval or state follows the effect that reports this change.
  case announced(Announcement)

  /// Result of the workout; nil if the effect does not end the workout.
  package var outcome: Outcome? {
    switch self {
    case .finished(let outcome, _), .stopped(let outcome): outcome
    default: nil
    }
  }
}
