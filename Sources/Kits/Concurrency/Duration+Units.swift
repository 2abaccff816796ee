package import Glibc

/// Durations in the units of C functions and protocols.
extension Duration {
  private static let microsecond: Int128 = 1_000_000_000_000

  /// The duration in microseconds, rounded towards zero and limited to 64 bits.
  package var inMicroseconds: Int64 { Int64(clamping: attoseconds / Self.microsecond) }

  /// The duration in microseconds, rounded up and limited to 64 bits.
  package var inMicrosecondsRoundedUp: Int64 { Int64(clamping: countRoundedUp(of: Self.microsecond)) }

  /// The duration in milliseconds, as a timeout for a call such as poll(2).
  ///
  /// The duration is rounded up, so that a wait does not end early. A negative duration becomes 0. A duration above the
  /// maximum of the type becomes the maximum.
  package func inTimeoutMilliseconds<Count: FixedWidthInteger>(as type: Count.Type = Count.self) -> Count {
    Count(clamping: max(countRoundedUp(of: 1000 * Self.microsecond), 0))
  }

  /// Divides the duration by a unit, which is a number of attoseconds, and rounds the quotient up.
  private func countRoundedUp(of unit: Int128) -> Int128 {
    let (quotient, remainder) = attoseconds.quotientAndRemainder(dividingBy: unit)
    return remainder > 0 ? quotient + 1 : quotient
  }
}

extension timeval {
  /// Converts a duration to seconds and microseconds, rounded down.
  package init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self.init(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
  }
}
