import Glibc

/// CLOCK_MONOTONIC, by which the daemon and the bus monitor give times.
enum MonotonicClock {
  /// The time, in nanoseconds.
  static var nanoseconds: Int {
    var time = timespec()
    // The variable outlives the call, which keeps no pointer to it; this clock is always there.
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  /// Waits until a time.
  static func sleep(untilNanoseconds deadline: Int) async throws {
    try await Task.sleep(for: .nanoseconds(max(0, deadline - nanoseconds)))
  }
}
