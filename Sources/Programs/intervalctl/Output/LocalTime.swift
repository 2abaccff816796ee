import Glibc
import WorkoutModel

/// A moment as clock and calendar show it where the person is.
struct LocalTime: Equatable, Sendable {
  let day: CalendarDay
  let hour: Int
  let minute: Int
  let second: Int
  /// How many seconds ahead of universal time the clock is.
  let offset: Int

  /// The present.
  static var now: LocalTime { LocalTime(secondsSince1970: time(nil)) }

  /// A moment in the time zone of `TZ` or of the system, by localtime_r(3).
  init(secondsSince1970 seconds: Int) {
    var seconds = seconds
    // A zeroed tm is a valid one, and the call writes into the variable, which outlives it.
    var broken = unsafe tm()
    unsafe localtime_r(&seconds, &broken)
    self.init(secondsSince1970: seconds, offset: unsafe broken.tm_gmtoff)
  }

  /// A moment where the clock is so many seconds ahead of universal time.
  init(secondsSince1970 seconds: Int, offset: Int) {
    let local = seconds + offset
    let day = local >= 0 ? local / Self.secondsOfDay : (local - Self.secondsOfDay + 1) / Self.secondsOfDay
    let clock = local - day * Self.secondsOfDay
    self.day = CalendarDay(number: day)
    (hour, minute, second) = (clock / 3600, clock / 60 % 60, clock % 60)
    self.offset = offset
  }

  /// `2026-11-20T18:42:07+01:00`, after RFC 3339.
  var rfc3339: String {
    let ahead = abs(offset) / 60
    let zone = "\(offset < 0 ? "-" : "+")\(twoDigits(ahead / 60)):\(twoDigits(ahead % 60))"
    return "\(day.iso)T\(clock):\(twoDigits(second))\(zone)"
  }

  /// `18:42`.
  var clock: String { "\(twoDigits(hour)):\(twoDigits(minute))" }

  private static let secondsOfDay = 24 * 60 * 60
}
