import Glibc

/// A time of day in the person's time zone.
struct TimeOfDay: Equatable {
  let hour: Int
  let minute: Int

  /// The time a while from now, by clock_gettime(2) and localtime_r(3).
  init(fromNow duration: Duration) {
    var now = timespec()
    // A zeroed tm is a valid one, and the calls write into the two variables, which outlive them.
    var broken = unsafe tm()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    now.tv_sec += Int((Duration.nanoseconds(now.tv_nsec) + duration).components.seconds)
    unsafe localtime_r(&now.tv_sec, &broken)
    unsafe self.init(hour: Int(broken.tm_hour), minute: Int(broken.tm_min))
  }

  init(hour: Int, minute: Int) {
    self.hour = hour
    self.minute = minute
  }

  /// `18:42`.
  var text: String { "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)" }
}
