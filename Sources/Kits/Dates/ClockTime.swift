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

  /// Reads a time from `0:00` to `23:59:59`, with or without seconds; nil for any other text.
  package init?(_ text: String) {
    let fields = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(fields.count), fields.dropFirst().allSatisfy({ $0.count == 2 }), fields[0].count <= 2,
      fields.allSatisfy({ $0.allSatisfy { ("0"..."9").contains($0) } })
    else { return nil }
    let numbers = fields.compactMap { Int($0) }
    guard numbers.count == fields.count, numbers[0] < 24, numbers.dropFirst().allSatisfy({ $0 < 60 }) else {
      return nil
    }
    seconds = numbers[0] * 3600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0)
  }

  /// Returns the time after a number of seconds; after midnight, the time begins again at zero.
  package func adding(seconds: Int) -> ClockTime { ClockTime(secondsAfterMidnight: self.seconds + seconds) }

  /// The time on a 24-hour clock: `07:05:41`.
  package var text: String {
    "\(twoDigits(seconds / 3600)):\(twoDigits(seconds / 60 % 60)):\(twoDigits(seconds % 60))"
  }
}
