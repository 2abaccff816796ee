/// Duration, distance and number of intervals of a part of a workout; each is nil if the plan leaves it unknown.
package struct Totals: Equatable, Sendable {
  /// Nil if the part contains an open interval or an endless repeat.
  package var duration: Duration?
  /// Nil if the part contains an interval without a pace or an end.
  package var metres: Double?
  /// Nil if the part contains an endless repeat.
  package var intervals: Int?

  package static let zero = Totals(duration: .zero, metres: 0, intervals: 0)
  static let unknown = Totals()

  package init(duration: Duration? = nil, metres: Double? = nil, intervals: Int? = nil) {
    self.duration = duration
    self.metres = metres
    self.intervals = intervals
  }

  /// Average speed; nil if the duration or the distance is unknown or the duration is zero.
  package var averageMetresPerSecond: Double? {
    guard let duration, let metres, duration > .zero else { return nil }
    return metres / duration.inSeconds
  }

  /// Average speed for display; nil also below a metre or a second.
  package var shownMetresPerSecond: Double? {
    guard let duration, let metres, metres >= 1, duration >= .seconds(1) else { return nil }
    return averageMetresPerSecond
  }

  package static func + (left: Totals, right: Totals) -> Totals {
    Totals(
      duration: sum(left.duration, right.duration),
      metres: sum(left.metres, right.metres),
      intervals: sum(left.intervals, right.intervals))
  }

  /// The totals of a number of repetitions, at least 0; those of no repetition are zero even if `totals` are unknown.
  package static func * (totals: Totals, count: Int) -> Totals {
    guard count > 0 else { return .zero }
    return Totals(
      duration: totals.duration.map { $0 * count },
      metres: totals.metres.map { $0 * Double(count) },
      intervals: totals.intervals.map { $0 * count })
  }

  private static func sum<Value: AdditiveArithmetic>(_ left: Value?, _ right: Value?) -> Value? {
    guard let left, let right else { return nil }
    return left + right
  }
}
