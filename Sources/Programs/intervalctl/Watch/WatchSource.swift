import Dates
import Dispatch
import WorkoutReports
import WorkoutViews

/// The source of a view's events and the destination of its commands: the daemon, or a dry run.
protocol WatchSource: Sendable {
  /// The clock of the source, which gives the times in each status.
  var clock: WatchClock { get }

  /// A note that a view shows all the time; nil for none.
  var note: String? { get }

  /// Whether the workout continues when the view ends.
  var outlivesViews: Bool { get }

  /// Calls `receive` with each event in order: first the state, then each change.
  ///
  /// The method returns after the last event.
  ///
  /// - Throws: The errors of `receive`, and any error that makes it impossible to continue.
  func follow(_ receive: (WatchEvent) async throws -> Void) async throws

  /// Performs a command; the results arrive as events.
  ///
  /// - Throws: `ControlError` for a refused command; any error in the communication.
  func perform(_ command: WatchCommand) async throws

  /// The status, including the text of the plan; most events do not contain this text.
  func status() async throws -> Report.Status
}

/// The clock of a source, in nanoseconds: CLOCK_MONOTONIC, or a faster clock that begins at a reading of
/// CLOCK_MONOTONIC.
struct WatchClock: Equatable, Sendable {
  /// The reading, in nanoseconds, at which this clock and CLOCK_MONOTONIC are equal.
  private let origin: Int
  /// The speed relative to CLOCK_MONOTONIC, at least 1.
  let speed: Int

  static let monotonic = WatchClock(origin: 0, speed: 1)

  init(origin: Int, speed: Int) {
    self.origin = origin
    self.speed = speed
  }

  var nowNs: Int { reading(at: Self.monotonicNowNs) }

  /// Converts a reading of CLOCK_MONOTONIC to a reading of this clock.
  func reading(at monotonicNs: Int) -> Int { origin + (monotonicNs - origin) * speed }

  /// Converts a reading of this clock to a reading of CLOCK_MONOTONIC, rounded up.
  func monotonicNs(at reading: Int) -> Int {
    guard speed > 1 else { return reading }
    let (passed, overflows) = reading.subtractingReportingOverflow(origin)
    return overflows ? reading : origin + passed / speed + (passed % speed > 0 ? 1 : 0)
  }

  /// Returns the time of day that this clock will show when a duration has passed on this clock.
  func timeOfDay(fromNow duration: Duration) -> TimeOfDay {
    let now = Self.monotonicNowNs
    return TimeOfDay(fromNow: duration + .nanoseconds(reading(at: now) - now))
  }

  static var monotonicNowNs: Int { Int(DispatchTime.now().uptimeNanoseconds) }
}
