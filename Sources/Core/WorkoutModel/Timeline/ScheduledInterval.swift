/// An interval as it will be run: with its real time and distance.
package struct ScheduledInterval: Equatable, Sendable {
  /// The interval as written; a cut one keeps its goal.
  package let interval: Interval
  /// The time it really takes, for a cut interval the cut one; nil for an open one.
  package let duration: Duration?
  /// The metres it really covers; nil without a pace, or for an open one.
  package let metres: Double?

  package var kind: Kind { interval.kind }
  /// The whole interval as written.
  package var uncut: ScheduledInterval { ScheduledInterval(interval) ?? self }
  package var measure: Measure { Measure(duration: duration, metres: metres, intervals: 1) }

  /// The whole interval; nil for a distance without a pace, which has no duration.
  init?(_ interval: Interval) {
    self.interval = interval
    let speed = interval.pace?.metresPerSecond
    switch interval.goal {
    case .time(let time):
      duration = time
      metres = speed.map { $0 * time.inSeconds }
    case .distance(let distance):
      guard let speed else { return nil }
      duration = .seconds(distance.metres / speed)
      metres = distance.metres
    case .open:
      duration = nil
      metres = nil
    }
  }

  /// The beginning of `whole` that takes `duration`.
  init(_ whole: ScheduledInterval, cutTo duration: Duration, metres: Double?) {
    interval = whole.interval
    self.duration = duration
    self.metres = metres
  }
}

/// Where a repeat stands: round 3 of 8.
package struct Round: Hashable, Sendable {
  /// From 1.
  package let number: Int
  /// How many rounds the repeat has by itself, a last partial one included; nil where there is no telling.
  package let of: Int?

  package init(number: Int, of: Int?) {
    self.number = number
    self.of = of
  }
}
