import Dates
import Dispatch

/// The clock of a source of news: CLOCK_MONOTONIC in nanoseconds, or one that goes faster from some moment on.
struct WatchClock: Equatable, Sendable {
  /// The moment at which it shows what CLOCK_MONOTONIC shows.
  private let origin: Int
  /// How many of its seconds one second is; at least 1.
  let speed: Int

  static let monotonic = WatchClock(origin: 0, speed: 1)

  init(origin: Int, speed: Int) {
    self.origin = origin
    self.speed = speed
  }

  var nowNs: Int { reading(at: Self.monotonicNowNs) }

  /// What it shows at a CLOCK_MONOTONIC reading.
  func reading(at monotonicNs: Int) -> Int { origin + (monotonicNs - origin) * speed }

  /// The CLOCK_MONOTONIC reading at which it shows a moment, or just has.
  func monotonicNs(at reading: Int) -> Int {
    guard speed > 1 else { return reading }
    let (passed, overflows) = reading.subtractingReportingOverflow(origin)
    return overflows ? reading : origin + passed / speed + (passed % speed > 0 ? 1 : 0)
  }

  /// The time of day that it is, on this clock, a while from now.
  func timeOfDay(fromNow duration: Duration) -> TimeOfDay {
    let now = Self.monotonicNowNs
    return TimeOfDay(fromNow: duration + .nanoseconds(reading(at: now) - now))
  }

  static var monotonicNowNs: Int { Int(DispatchTime.now().uptimeNanoseconds) }
}
