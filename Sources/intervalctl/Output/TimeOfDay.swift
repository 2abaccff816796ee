import Glibc

/// A time of day in the person's time zone, with the day where that is far off.
struct TimeOfDay: Equatable {
  let hour: Int
  let minute: Int
  /// How many days from today it is; 0 also for tomorrow, unless it is more than 24 hours away.
  let days: Int

  /// The time a while from now, by clock_gettime(2).
  init(fromNow duration: Duration) {
    var now = timespec()
    // The call writes into the variable, which outlives it.
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    self.init(duration, after: .seconds(now.tv_sec) + .nanoseconds(now.tv_nsec))
  }

  /// The time a while after another, which is counted from the beginning of 1970.
  init(_ duration: Duration, after start: Duration) {
    let end = Self.local(start + duration)
    let isFar = duration > .seconds(Self.secondsOfDay)
    self.init(hour: end.hour, minute: end.minute, days: isFar ? end.day - Self.local(start).day : 0)
  }

  init(hour: Int, minute: Int, days: Int = 0) {
    self.hour = hour
    self.minute = minute
    self.days = days
  }

  /// `18:42`, `18:42 tomorrow`, `18:42 in 3 days`.
  var text: String {
    let clock = "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
    return switch days {
    case ...0: clock
    case 1: "\(clock) tomorrow"
    default: "\(clock) in \(days) days"
    }
  }

  /// A time from the beginning of 1970 in the person's time zone, by localtime_r(3); its day is counted from there too.
  private static func local(_ time: Duration) -> (day: Int, hour: Int, minute: Int) {
    var seconds = Int(time.components.seconds)
    // A zeroed tm is a valid one, and the call writes into the variable, which outlives it.
    var broken = unsafe tm()
    unsafe localtime_r(&seconds, &broken)
    return unsafe ((seconds + broken.tm_gmtoff) / secondsOfDay, Int(broken.tm_hour), Int(broken.tm_min))
  }

  private static let secondsOfDay = 24 * 60 * 60
}
