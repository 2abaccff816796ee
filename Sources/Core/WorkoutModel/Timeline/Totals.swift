/// Duration, distance and number of intervals of a part of a workout; each value is nil if it is unknown.
package struct Totals: Equatable, Sendable {
  /// Duration; nil if the part contains an open interval or an endless repeat.
  package var duration: Duration?
  /// Distance in metres; nil if the part contains an endless repeat, or an interval whose distance is unknown.
  ///
  /// An interval of kind `rest` without a pace covers no distance. Other intervals without a pace, and other open
  /// intervals, cover an unknown distance.
  package var metres: Double?
  /// Number of intervals; nil if the part contains an endless repeat.
  package var intervals: Int?

  package static let zero = Totals(duration: .zero, metres: 0, intervals: 0)
  static let unknown = Totals()

  package init(duration: Duration? = nil, metres: Double? = nil, intervals: Int? = nil) {
    self.duration = duration
    self.metres = metres
    self.intervals = intervals
  }

  /// Average speed; nil if the duration or the distance is unknown or zero.
  package var averageMetresPerSecond: Double? {
    guard let duration, let metres, duration > .zero, metres > 0 else { return nil }
    return metres / duration.inSeconds
  }

  /// Average speed for display; nil if the speed is unknown, the distance is below 1 m, or the duration is below 1 s.
  package var shownMetresPerSecond: Double? {
    guard let duration, let metres, metres >= 1, duration >= .seconds(1) else { return nil }
    return averageMetresPerSecond
  }

  package static func + (left: Totals, right: Totals) -> Totals {
    Totals(
      duration: combined(left.duration, right.duration, +),
      metres: combined(left.metres, right.metres, +),
      intervals: combined(left.intervals, right.intervals, +))
  }

  package static func - (left: Totals, right: Totals) -> Totals {
    Totals(
      duration: combined(left.duration, right.duration, -),
      metres: combined(left.metres, right.metres, -),
      intervals: combined(left.intervals, right.intervals, -))
  }

  /// The totals of `count` repetitions; zero if `count` is 0, even if `totals` are unknown.
  package static func * (totals: Totals, count: Int) -> Totals {
    guard count > 0 else { return .zero }
    return Totals(
      duration: totals.duration.map { $0 * count },
      metres: totals.metres.map { $0 * Double(count) },
      intervals: totals.intervals.map { $0 * count })
  }

  private static func combined<Value>(
    _ left: Value?, _ right: Value?, _ operation: (Value, Value) -> Value
  ) -> Value? {
    guard let left, let right else { return nil }
    return operation(left, right)
  }
}
