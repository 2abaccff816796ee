import WorkoutEngine
import WorkoutModel
import WorkoutPresentation

/// State of the runner after its last change, for callers on any thread.
struct PublishedState: Sendable {
  var engine = WorkoutEngine()
  var running: RunningWorkout?
  /// Units of a status when no workout runs.
  var idleUnits: DisplayUnits
  /// Sleep that is already accounted for in `engine`.
  var sleepRecord: SleepRecord

  /// Applies a sleep that the runner has not handled yet, as the runner will.
  ///
  /// - Returns: whether there was one.
  mutating func handleSleep(timeAsleep: Duration, at now: Instant) -> Bool {
    guard let sleep = sleepRecord.take(timeAsleep: timeAsleep, at: now, isToldOf: false) else { return false }
    _ = engine.handleSleep(sleep, policy: running?.settings.sleepPolicy ?? .continue, at: now)
    return true
  }
}

extension WorkoutEngine {
  /// Resumes after a sleep as `on-sleep` says: paused, on its schedule, or stopped as of the moment it began.
  ///
  /// - Returns: the effects; nil if no clock was running, so that nothing has changed for the user.
  mutating func handleSleep(_ sleep: SleepRecord.Sleep, policy: SleepPolicy, at now: Instant) -> [Effect]? {
    // The clock stood still while the machine slept.
    shift(by: .zero - sleep.length)
    guard let progress = progress(at: now), !progress.isPaused else { return nil }
    let began = sleep.began - sleep.length
    return switch policy {
    case .pause: resumePaused(asOf: began, after: .sleep, at: now)
    case .continue: resume(after: .sleep, at: now)
    case .stop: stopSilently(asOf: began, at: now)
    }
  }
}
