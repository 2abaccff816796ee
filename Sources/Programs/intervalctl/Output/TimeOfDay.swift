import Glibc
import WorkoutModel

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
    self.init(hour: end.hour, minute: end.minute, days: isFar ? end.day.number - Self.local(start).day.number : 0)
  }

  init(hour: Int, minute: Int, days: Int = 0) {
    self.hour = hour
    self.minute = minute
    self.days = days
  }

  /// `18:42`, `18:42 tomorrow`, `18:42 in 3 days`.
  var text: String {
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

  private static let secondsOfDay = 24 * 60 * 60
}
