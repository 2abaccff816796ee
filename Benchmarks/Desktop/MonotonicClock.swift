import Glibc

/// CLOCK_MONOTONIC, by which the daemon and the bus monitor give times.
enum MonotonicClock {
  /// A time was over before there was somebody to wait for it.
  struct Passed: Error {
    let nanoseconds: Int
  }

  /// The time, in nanoseconds.
  static var nanoseconds: Int {
    var time = timespec()
    // The variable outlives the call, which keeps no pointer to it; this clock is always there.
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  /// Waits until a time.
  ///
  /// - Throws: `Passed` where it is over already, or that the task is cancelled.
  static func sleep(untilNanoseconds deadline: Int) async throws {
    let left = deadline - nanoseconds
    guard left >= 0 else { throw Passed(nanoseconds: -left) }
    try await Task.sleep(for: .nanoseconds(left))
  }
}
