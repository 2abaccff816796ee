import Text

/// A time of day to the second, without a date.
package struct ClockTime: Equatable, Sendable {
  /// Seconds since midnight, from 0 to 86,399.
  private let seconds: Int

  private static let secondsPerDay = 24 * 60 * 60

  /// The time that is a number of seconds after midnight; whole days are ignored.
  package init(secondsAfterMidnight seconds: Int) {
    let rest = seconds % Self.secondsPerDay
    self.seconds = rest < 0 ? rest + Self.secondsPerDay : rest
  }

  /// Returns the time after a number of seconds; after midnight, the time begins again at zero.
  package func adding(seconds: Int) -> ClockTime { ClockTime(secondsAfterMidnight: self.seconds + seconds) }

  /// The time on a 24-hour clock: `07:05:41`.
  package var text: String {
    "\(twoDigits(seconds / 3600)):\(twoDigits(seconds / 60 % 60)):\(twoDigits(seconds % 60))"
  }
}
