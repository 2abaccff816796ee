package import Dispatch
package import FoundationEssentials
import Glibc
import UserFiles
package import WorkoutEngine
import WorkoutPresentation

/// The clocks that a workout runs by, and the way to be woken.
package protocol Timekeeper: Sendable {
  /// A reading of the clock of deadlines: CLOCK_MONOTONIC, outside of tests.
  var now: Instant { get }
  /// A reading of the clock that goes on while the machine sleeps: CLOCK_BOOTTIME.
  var sinceBoot: Instant { get }
  /// The kernel's name for the time since it was started; nil where it does not tell.
  var bootID: String? { get }
  /// The time of day, for people.
  var timeOfDay: Date { get }

  /// An alarm that is not yet set; it calls `ring` on `queue`.
  func makeAlarm(on queue: DispatchQueue, ring: @escaping @Sendable () -> Void) -> any Alarm
}

extension Timekeeper {
  /// How long the machine has slept since it was started, to a millisecond.
  package var timeAsleep: Duration {
    while true {
      let (before, sinceBoot, after) = (now, sinceBoot, now)
      // A thread that is kept waiting between two readings would take that for a sleep.
      if after - before < .milliseconds(1) { return max(sinceBoot - after, .zero) }
    }
  }
}

/// The one thing that wakes the runner.
package protocol Alarm: AnyObject {
  /// Rings at an instant, at once if that has passed, and not at any instant set before; nil for not at all.
  func set(for instant: Instant?)
}

/// The machine's clocks.
package struct SystemTimekeeper: Timekeeper {
  /// Of random(4), read once: it lasts as long as the process at least.
  package let bootID: String?

  /// Reads a file, so that nobody has to on the beat, or when there are no descriptors left.
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
    // The variable outlives the call, which keeps no pointer to it; this clock is always there.
    unsafe clock_gettime(CLOCK_BOOTTIME, &time)
    return Instant(sinceOrigin: .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec))
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
