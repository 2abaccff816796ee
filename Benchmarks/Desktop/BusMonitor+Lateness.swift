import TestSupport

extension BusMonitor {
  /// How late the notifications of a workout were, in milliseconds, but for the first, which is of its lead-in.
  ///
  /// `origin` is the end of the lead-in in nanoseconds, and `offset` says how long after that a cue is due, by its
  /// number.
  func lateness(from origin: Int, dueAfter offset: (Int) -> Int = { $0 * 1_000_000_000 }) -> [Double] {
    notifications.dropFirst().enumerated().map { number, call in
      Double(Int(monotonicTime(of: call.message)) - origin - offset(number)) / 1e6
    }
  }
}
