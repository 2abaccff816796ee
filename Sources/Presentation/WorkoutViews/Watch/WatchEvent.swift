package import WorkoutReports

/// An event for a view.
package enum WatchEvent: Equatable, Sendable {
  case event(Report.Event)
  /// The source is unavailable; the next `event` means that the source is available again.
  case away
  /// The source has restarted within a short time; the next `event` contains its state.
  case restarted
}

/// A command from a view.
package enum WatchCommand: Equatable, Sendable {
  /// Pauses a running workout, resumes a paused workout, or, without a workout, starts the default plan or the last
  /// plan.
  case toggle
  /// Moves to the next interval; with `out`, moves to the step after the innermost repeat.
  case next(out: Bool)
  case previous
  /// Lengthens the interval; a negative time shortens the interval.
  case extend(milliseconds: Int)
  case stop
}
