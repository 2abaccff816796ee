import WorkoutEngine
import WorkoutModel

/// Detects suspends of the machine, and returns each of them once.
///
/// The difference between two clocks shows the length of a suspend. If logind announces the suspend, the announcement
/// shows when the suspend began.
struct SuspendRecord {
  /// A suspend that is over.
  struct Suspend: Equatable {
    /// The time at which the suspend began, on the clock that stands still during a suspend.
    let began: Instant
    let length: Duration
  }

  /// The machine's total time asleep, up to the end of the last suspend that was handled.
  private var handledTimeAsleep: Duration
  /// The earliest time at which the announced suspend can have begun; nil if no suspend is announced.
  private var announcedAt: Instant?

  /// The minimum length of a suspend that is handled.
  ///
  /// The lengths of shorter suspends add up. Until their sum reaches the minimum, the workout's clock ignores the
  /// shorter suspends.
  static let minLength = Duration.seconds(1)

  init(timeAsleep: Duration) {
    handledTimeAsleep = timeAsleep
  }

  /// Records that a suspend is about to begin.
  mutating func announce(at now: Instant) {
    announcedAt = now
  }

  /// Records that the workout advanced, which shows that an announced suspend has not begun yet.
  mutating func noteActivity(at now: Instant) {
    if announcedAt != nil { announcedAt = now }
  }

  /// Returns the suspend that is over but not handled yet, and marks the suspend as handled.
  ///
  /// - Parameters:
  ///   - timeAsleep: the total time that the machine has been asleep.
  ///   - now: the time on the clock that stands still during a suspend.
  ///   - notified: whether logind reports that an announced suspend has ended or failed.
  /// - Returns: the suspend; nil if no suspend is over, or if the suspend is shorter than `minLength`.
  mutating func take(timeAsleep: Duration, at now: Instant, notified: Bool) -> Suspend? {
    let length = max(timeAsleep - handledTimeAsleep, .zero)
    guard length >= Self.minLength else {
      // If logind reports the end of the announced suspend, but the machine was not asleep, the suspend failed.
      if notified { announcedAt = nil }
      return nil
    }
    defer { (handledTimeAsleep, announcedAt) = (timeAsleep, nil) }
    return Suspend(began: announcedAt ?? now, length: length)
  }
}

extension WorkoutEngine {
  /// Applies `on-sleep` after a suspend: pauses, continues on schedule, or stops as of the beginning of the suspend.
  ///
  /// - Returns: the effects; nil if the workout's clock was not running, because then nothing changes for the user.
  mutating func handleSuspend(
    _ suspend: SuspendRecord.Suspend, policy: SleepPolicy, at now: Instant
  ) -> [Effect]? {
    // The engine's clock stood still during the suspend. The shift adds the length of the suspend to the elapsed time.
    shift(by: .zero - suspend.length)
    guard let progress = progress(at: now), !progress.isPaused else { return nil }
    let began = suspend.began - suspend.length
    return switch policy {
    case .pause: resumePaused(asOf: began, after: .sleep, at: now)
    case .continue: resume(after: .sleep, at: now)
    case .stop: stopSilently(asOf: began, at: now)
    }
  }
}
