import TestSupport

extension BusMonitor {
  /// Returns the lateness of the notifications of a finished workout, in milliseconds.
  ///
  /// The first notification belongs to the lead-in and is ignored.
  ///
  /// - Parameters:
  ///   - origin: the end of the lead-in, in nanoseconds.
  ///   - cues: the expected number of cues, including the finish.
  ///   - offset: the time from the origin to a cue, by the number of the cue.
  /// - Returns: the lateness of each cue, by its number; nil for a cue that was not shown before the next one was due.
  /// - Throws: an error if the workout does not finish.
  func lateness(
    from origin: Int, cues: Int, dueAfter offset: (Int) -> Int = { $0 * 1_000_000_000 }
  ) async throws -> [Double?] {
    _ = try await notification("Workout finished")
    var lateness = [Double?](repeating: nil, count: cues)
    var number = 0
    for call in notifications.dropFirst() {
      let elapsed = Int(monotonicTime(of: call.message)) - origin
      // The clock of the monitor differs by some microseconds.
      while number + 1 < cues, offset(number + 1) <= elapsed + 100_000 { number += 1 }
      if lateness[number] == nil { lateness[number] = Double(elapsed - offset(number)) / 1e6 }
    }
    return lateness
  }
}
