package import WorkoutEngine

extension Instant {
  /// The clock's reading in whole nanoseconds; what is between two is rounded up, so that no alarm rings too early.
  package var nanoseconds: Int {
    let (seconds, attoseconds) = sinceOrigin.components
    return Int(seconds) * 1_000_000_000 + Int((attoseconds + 999_999_999) / 1_000_000_000)
  }
}
