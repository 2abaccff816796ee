import TestSupport

extension BusMonitor {
  /// There were more notifications of a workout than it has cues, or fewer.
  struct WrongCount: Error {
    let cues: Int
    let notifications: Int
  }

  /// How late the notifications of a workout that is over were, in milliseconds, but for the first, which is of its
  /// lead-in.
  ///
  /// - Parameters:
  ///   - origin: The end of the lead-in, in nanoseconds.
  ///   - cues: How many there must be, with that of the workout's end.
  ///   - offset: How long after the origin a cue is due, by its number.
  /// - Returns: The lateness of each cue, by its number.
  /// - Throws: `WrongCount`, or that the end of the workout did not come.
  func lateness(
    from origin: Int, cues: Int, dueAfter offset: (Int) -> Int = { $0 * 1_000_000_000 }
  ) async throws -> [Double] {
    _ = try await notification("Workout finished")
    let calls = notifications.dropFirst()
    guard calls.count == cues else { throw WrongCount(cues: cues, notifications: calls.count) }
    return calls.enumerated().map { number, call in
      Double(Int(monotonicTime(of: call.message)) - origin - offset(number)) / 1e6
    }
  }
}
