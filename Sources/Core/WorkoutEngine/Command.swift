package import WorkoutModel

/// What a runner asks of the engine.
package enum Command: Equatable, Sendable {
  /// Starts a workout; one that runs is stopped first if `replacing`, and else stays as it is.
  case start(Workout, cues: CueRules = .none, replacing: Bool)
  case stop
  /// Stands the clock still; changes nothing where it stands already.
  case pause(PauseReason)
  /// Lets the clock go on; changes nothing where it runs.
  case resume
  case toggle
  /// To the start of the next interval or, with `out`, of what follows the innermost repeat; from the last one it
  /// finishes.
  case next(out: Bool)
  /// To the start of this interval or, within its first three seconds, of the one before it.
  case previous
  /// Lengthens or, below zero, shortens this occurrence of the interval, or the lead-in; an end that has passed is now.
  case extend(by: Duration)
  /// Says what the distance covered so far really is, at least 0: a later one takes the place of an earlier one.
  case correct(metres: Double)
}

/// What made the clock stand still.
package enum PauseReason: String, Codable, Sendable {
  case user
  case sleep
  case restart
}

/// Why a command was refused; nothing has changed.
package enum CommandError: Error, Equatable {
  case alreadyRunning
  case notRunning
}
