import Glibc

/// A local time of day to the second.
struct TimeOfDay: Equatable {
  var hour: Int
  var minute: Int
  var second: Int

  /// The time by the wall clock and the zone of `TZ`, through `localtime_r(3)`.
  static func now() -> TimeOfDay {
    var seconds = time(nil)
    // Both variables outlive the call, which keeps no pointer to them; the zone's name, a pointer, is not looked at.
    var parts = unsafe tm()
    unsafe localtime_r(&seconds, &parts)
    return unsafe TimeOfDay(hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: Int(parts.tm_sec))
  }
}

extension TimeOfDay: CustomStringConvertible {
  /// The time as `09:05:00`.
  var description: String {
    [hour, minute, second].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}
