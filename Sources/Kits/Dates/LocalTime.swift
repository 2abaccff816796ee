import Glibc
import Text

/// The date and the time of day that a moment has in a time zone.
package struct LocalTime: Equatable, Sendable {
  package let day: CalendarDay
  package let hour: Int
  package let minute: Int
  package let second: Int
  /// Offset from universal time in seconds; positive if the local clock is ahead of universal time.
  package let offset: Int

  /// The current time in the local time zone.
  package static var now: LocalTime { LocalTime(secondsSince1970: time(nil)) }

  /// A moment in the local time zone; see localtime_r(3).
  ///
  /// The function reads `TZ` and the zone of the system. FoundationEssentials has no time zones.
  package init(secondsSince1970 seconds: Int) {
    var seconds = seconds
    // A zeroed tm is valid. localtime_r(3) writes into `fields`, which outlives the call. The zone name in `fields` is
    // not read.
    var fields = unsafe tm()
    unsafe localtime_r(&seconds, &fields)
    self.init(secondsSince1970: seconds, offset: unsafe fields.tm_gmtoff)
  }

  /// A moment in a time zone with a fixed offset.
  package init(secondsSince1970 seconds: Int, offset: Int) {
    let local = seconds + offset
    let day = local.quotient(by: Self.secondsPerDay)
    let clock = local - day * Self.secondsPerDay
    self.day = CalendarDay(number: day)
    (hour, minute, second) = (clock / 3600, clock / 60 % 60, clock % 60)
    self.offset = offset
  }

  /// The moment in seconds since 1970.
  package var secondsSince1970: Int {
    day.number * Self.secondsPerDay + hour * 3600 + minute * 60 + second - offset
  }

  /// The time in the format of RFC 3339: `2026-11-20T18:42:07+01:00`.
  package var rfc3339: String {
    let minutes = abs(offset) / 60
    let zone = "\(offset < 0 ? "-" : "+")\(twoDigits(minutes / 60)):\(twoDigits(minutes % 60))"
    return "\(day.iso)T\(clockWithSeconds)\(zone)"
  }

  /// The time of day: `18:42`.
  package var clock: String { "\(twoDigits(hour)):\(twoDigits(minute))" }

  /// The time of day to the second: `18:42:07`.
  package var clockWithSeconds: String { "\(clock):\(twoDigits(second))" }

  private static let secondsPerDay = 24 * 60 * 60
}

/// A time of day to the second, without a date and a time zone; `TimeOfDay` is a future minute in the local time zone.
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

/// A future time of day in the local time zone, with the number of days if the time is more than 24 hours away.
package struct TimeOfDay: Equatable, Sendable {
  package let hour: Int
  package let minute: Int
  /// Number of days from today; 0 if the time is at most 24 hours away.
  package let days: Int

  /// The time of day that is `duration` from now, by clock_gettime(2).
  package init(fromNow duration: Duration) {
    var now = timespec()
    // The call writes into the variable, and the variable outlives the call.
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    self.init(duration, after: .seconds(now.tv_sec) + .nanoseconds(now.tv_nsec))
  }

  /// The time of day that is `duration` after `start`; `start` is counted from 1 January 1970.
  package init(_ duration: Duration, after start: Duration) {
    let end = Self.local(start + duration)
    let isFar = duration > .seconds(24 * 60 * 60)
    self.init(hour: end.hour, minute: end.minute, days: isFar ? end.day.number - Self.local(start).day.number : 0)
  }

  package init(hour: Int, minute: Int, days: Int = 0) {
    self.hour = hour
    self.minute = minute
    self.days = days
  }

  /// The time as text: `18:42`, `18:42 tomorrow`, `18:42 in 3 days`.
  package var text: String {
    let clock = "\(twoDigits(hour)):\(twoDigits(minute))"
    return switch days {
    case ...0: clock
    case 1: "\(clock) tomorrow"
    default: "\(clock) in \(days) days"
    }
  }

  private static func local(_ time: Duration) -> LocalTime {
    LocalTime(secondsSince1970: Int(time.components.seconds))
  }
}
