import TestSupport

extension BusMonitor {
  /// How late the notifications of a workout that is over were, in milliseconds, but for the first, which is of its
  /// lead-in.
  ///
  /// - Parameters:
  ///   - origin: The end of the lead-in, in nanoseconds.
  ///   - cues: How many there should be, with that of the workout's end.
  ///   - offset: How long after the origin a cue is due, by its number.
  /// - Returns: The lateness of each cue, by its number; nil for one that was not there before the next was due, as
  ///   what is shown by then is of the next.
  /// - Throws: That the end of the workout did not come.
  func lateness(
    from origin: Int, cues: Int, dueAfter offset: (Int) -> Int = { $0 * 1_000_000_000 }
  ) async throws -> [Double?] {
    _ = try await notification("Workout finished")
    var lateness = [Double?](repeating: nil, count: cues)
    var number = 0
    for call in notifications.dropFirst() {
      let elapsed = Int(monotonicTime(of: call.message)) - origin
      // The monitor's clock is another, by some microseconds.
      while number + 1 < cues, offset(number + 1) <= elapsed + 100_000 { number += 1 }
      if lateness[number] == nil { lateness[number] = Double(elapsed - offset(number)) / 1e6 }
    }
    return lateness
  }
}
