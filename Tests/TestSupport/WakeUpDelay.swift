import Dispatch
import Glibc
import Synchronization

/// Measures how late the machine wakes up a thread that has no other work.
///
/// On a busy machine, the wake-ups of the program under test are equally late. A bound for the lateness of a program is
/// therefore its bound on an idle machine plus `allowance`, so that load does not exceed the bound.
package final class WakeUpDelay: Sendable {
  private let longest = Mutex(Duration.zero)

  private static let period = Duration.milliseconds(5)

  /// Starts the measurement, which ends when the object is released.
  package init() {
    // The thread of a serial queue belongs to this queue alone until its block ends.
    DispatchQueue(label: "org.intervald.tests.wake-up-delay").async { [weak self] in
      while let self { self.measure() }
    }
  }

  /// The longest delay so far.
  package var max: Duration { longest.withLock { $0 } }

  /// The time by which the machine may have delayed a cue so far.
  ///
  /// About six threads wake up on the path of a cue to the bus. Each of them may also be interrupted during its work.
  package var allowance: Duration { max * 12 }

  private func measure() {
    let clock = ContinuousClock()
    let due = clock.now + Self.period
    var time = timespec(tv_sec: 0, tv_nsec: Int(Self.period / .nanoseconds(1)))
    // `time` outlives the call of nanosleep(2).
    unsafe nanosleep(&time, nil)
    let delay = clock.now - due
    longest.withLock { $0 = Swift.max($0, delay) }
  }
}
