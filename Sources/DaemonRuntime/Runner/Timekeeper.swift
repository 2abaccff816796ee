package import Dispatch
package import FoundationEssentials
package import WorkoutEngine

/// The clocks that a workout runs by, and the way to be woken.
package protocol Timekeeper: Sendable {
  /// A reading of the clock of deadlines: CLOCK_MONOTONIC, outside of tests.
  var now: Instant { get }
  /// The time of day, for people.
  var timeOfDay: Date { get }

  /// An alarm that is not yet set; it calls `ring` on `queue`.
  func makeAlarm(on queue: DispatchQueue, ring: @escaping @Sendable () -> Void) -> any Alarm
}

/// The one thing that wakes the runner.
package protocol Alarm: AnyObject {
  /// Rings at an instant, at once if that has passed, and not at any instant set before; nil for not at all.
  func set(for instant: Instant?)
}

/// The machine's clocks.
package struct SystemTimekeeper: Timekeeper {
  package init() {}

  /// Wraps clock_gettime(2).
  package var now: Instant {
    Instant(sinceOrigin: .nanoseconds(DispatchTime.now().uptimeNanoseconds))
  }

  package var timeOfDay: Date { .now }

  package func makeAlarm(on queue: DispatchQueue, ring: @escaping @Sendable () -> Void) -> any Alarm {
    DispatchAlarm(on: queue, ring: ring)
  }
}

/// An alarm by a dispatch timer with an absolute deadline.
private final class DispatchAlarm: Alarm {
  private let timer: any DispatchSourceTimer

  init(on queue: DispatchQueue, ring: @escaping @Sendable () -> Void) {
    timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
    timer.setEventHandler(handler: ring)
    timer.schedule(deadline: .distantFuture)
    timer.activate()
  }

  deinit {
    timer.cancel()
  }

  func set(for instant: Instant?) {
    // On Linux both leeway and `.strict` change nothing; they say what is meant.
    let deadline = instant.map { DispatchTime(uptimeNanoseconds: UInt64($0.nanoseconds)) } ?? .distantFuture
    timer.schedule(deadline: deadline, leeway: .nanoseconds(0))
  }
}

extension Instant {
  /// The clock's reading in whole nanoseconds; what is between two is rounded up, so that no alarm rings too early.
  var nanoseconds: Int {
    let (seconds, attoseconds) = sinceOrigin.components
    return Int(seconds) * 1_000_000_000 + Int((attoseconds + 999_999_999) / 1_000_000_000)
  }
}
