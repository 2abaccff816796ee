import WorkoutReports
import ControlInterface

/// Where a view of a workout has its news from and takes its commands to: the daemon, or a dry run.
protocol WatchSource: Sendable {
  /// What the moments in its statuses are readings of.
  var clock: WatchClock { get }

  /// What a view says of it for as long as it is seen; nil for nothing.
  var remark: String? { get }

  /// Whether the workout goes on when nobody watches it.
  var outlivesViews: Bool { get }

  /// Passes the news on, one after the other: first the state, then what happens.
  ///
  /// It returns when there are no more, and throws what `receive` throws, and why it cannot go on.
  func follow(_ receive: (WatchNews) async throws -> Void) async throws

  /// Does as it is told; what comes of it is news.
  ///
  /// - Throws: `ControlError` for what is refused, and why nobody could be told.
  func perform(_ command: WatchCommand) async throws

  /// How the workout stands, with the text of its plan, which most events do without.
  func status() async throws -> Report.Status
}

/// What a view hears.
enum WatchNews: Equatable, Sendable {
  case event(Report.Event)
  /// Whoever runs the workout has gone away; the next event says that they are back.
  case away
}

/// What a view can ask for.
enum WatchCommand: Equatable, Sendable {
  /// Pauses what runs, resumes what is paused, and starts the usual plan when idle.
  case toggle
  /// Goes to the next interval, or out of the innermost repeat.
  case next(out: Bool)
  case previous
  /// Lengthens the interval or, below zero, shortens it.
  case extend(milliseconds: Int)
  case stop
}
