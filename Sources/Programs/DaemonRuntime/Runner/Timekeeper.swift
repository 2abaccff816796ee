package import Dispatch
package import FoundationEssentials
import Glibc
import UserFiles
package import WorkoutEngine
import WorkoutPresentation
import WorkoutReports

/// The clocks and alarms of the runner.
package protocol Timekeeper: Sendable {
  /// The time on the clock of deadlines, which stands still during a suspend: CLOCK_MONOTONIC outside of tests.
  var now: Instant { get }
  /// The time on the clock that continues during a suspend: CLOCK_BOOTTIME outside of tests.
  var sinceBoot: Instant { get }
  /// The kernel's identifier of the current boot; nil if it is unknown.
  var bootID: String? { get }
  /// The wall-clock time, which is used only for display and for comparisons across boots.
  var timeOfDay: Date { get }

  /// Makes an alarm that calls `ring` on `queue`; the alarm is not set yet.
  func makeAlarm(on queue: DispatchQueue, ring: @escaping @Sendable () -> Void) -> any Alarm
}

extension Timekeeper {
  /// The total time for which the machine has been suspended since boot, accurate to a millisecond.
  package var timeAsleep: Duration {
    while true {
      let (before, sinceBoot, after) = (now, sinceBoot, now)
      // A delay of the thread between the readings would look like a suspend, so after a delay both clocks are read
      // again.
      if after - before < .milliseconds(1) { return max(sinceBoot - after, .zero) }
    }
  }
}

/// The timer that wakes the runner.
package protocol Alarm: AnyObject {
  /// Replaces the time at which the alarm rings.
  ///
  /// For a past time, the alarm rings at once. For nil, it never rings.
  func set(for instant: Instant?)
}

/// The machine's clocks.
package struct SystemTimekeeper: Timekeeper {
  /// The boot identifier of random(4); it cannot change while the process runs.
  package let bootID: String?

  /// Reads the boot identifier from its file.
  ///
  /// A later read could be slow during a workout, or fail because no descriptor is free.
  package init() {
    bootID = (try? TextFile.read("/proc/sys/kernel/random/boot_id"))
      .flatMap { $0.split(whereSeparator: \.isNewline).first.map(String.init) }
  }

  /// Wraps clock_gettime(2).
  package var now: Instant {
    Instant(sinceOrigin: .nanoseconds(DispatchTime.now().uptimeNanoseconds))
  }

  /// Wraps clock_gettime(2).
  package var sinceBoot: Instant {
    var time = timespec()
    // `time` outlives the call, and clock_gettime(2) does not keep the pointer. This clock exists on every Linux
    // system, so the call cannot fail.
    unsafe clock_gettime(CLOCK_BOOTTIME, &time)
    return Instant(sinceOrigin: .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec))
  }

  package var timeOfDay: Date { .now }

  package func makeAlarm(on queue: DispatchQueue, ring: @escaping @Sendable () -> Void) -> any Alarm {
    DispatchAlarm(on: queue, ring: ring)
  }
}

/// An alarm that uses a dispatch timer with an absolute deadline.
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
    // On Linux, leeway and `.strict` have no effect.
    let deadline = instant.map { DispatchTime(uptimeNanoseconds: UInt64($0.nanoseconds)) } ?? .distantFuture
    timer.schedule(deadline: deadline, leeway: .nanoseconds(0))
  }
}
