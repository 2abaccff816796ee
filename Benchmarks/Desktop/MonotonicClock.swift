import Glibc

/// CLOCK_MONOTONIC, the clock of the daemon and of the bus monitor.
enum MonotonicClock {
  /// A deadline had already passed.
  struct Passed: Error {
    let nanoseconds: Int
  }

  /// Current time, in nanoseconds.
  static var nanoseconds: Int {
    var time = timespec()
    // The variable outlives the call, which keeps no pointer to it; this clock is always there.
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  /// Waits until a time.
  ///
  /// - Throws: `Passed` if it has already passed, or `CancellationError`.
  static func sleep(untilNanoseconds deadline: Int) async throws {
    let left = deadline - nanoseconds
    guard left >= 0 else { throw Passed(nanoseconds: -left) }
    try await Task.sleep(for: .nanoseconds(left))
  }
}
