package import WorkoutReports

/// An event for a view.
package enum WatchEvent: Equatable, Sendable {
  case event(Report.Event)
  /// The source is unavailable; the next event means that it is available again.
  case away
}

/// A command from a view.
package enum WatchCommand: Equatable, Sendable {
  /// Pauses a running workout, resumes a paused one, or starts the default plan when idle.
  case toggle
  /// Moves to the next interval, or with `out` to the step after the innermost repeat.
  case next(out: Bool)
  case previous
  /// Lengthens the interval, or shortens it if negative.
  case extend(milliseconds: Int)
  case stop
}
