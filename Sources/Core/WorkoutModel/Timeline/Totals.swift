/// Duration, distance and number of intervals of a part of a workout.
package struct Totals: Equatable, Sendable {
  /// Duration; nil if the part contains an open interval or an endless repeat.
  package var duration: Duration?
  /// Distance; partial if the part contains an endless repeat, or an interval whose distance is unknown.
  ///
  /// An interval of kind `rest` without a pace covers no distance. Other intervals without a pace, and other open
  /// intervals, cover an unknown distance.
  package var distance: KnownDistance
  /// Number of intervals; nil if the part contains an endless repeat.
  package var intervals: Int?

  package static let zero = Totals(duration: .zero, metres: 0, intervals: 0)
  static let unknown = Totals()

  /// Makes totals with a known or an unknown distance.
  package init(duration: Duration? = nil, metres: Double? = nil, intervals: Int? = nil) {
    self.init(duration: duration, distance: KnownDistance(metres, in: duration ?? .zero), intervals: intervals)
  }

  private init(duration: Duration?, distance: KnownDistance, intervals: Int?) {
    self.duration = duration
    self.distance = distance
    self.intervals = intervals
  }

  /// Distance in metres; nil if any part is unknown.
  package var metres: Double? { distance.wholeMetres }

  /// Average speed in the known part of the distance; nil if this part or its time is zero.
  package var averageMetresPerSecond: Double? { distance.metresPerSecond }

  package static func + (left: Totals, right: Totals) -> Totals {
    Totals(
      duration: combined(left.duration, right.duration, +),
      distance: left.distance + right.distance,
      intervals: combined(left.intervals, right.intervals, +))
  }

  package static func - (left: Totals, right: Totals) -> Totals {
    Totals(
      duration: combined(left.duration, right.duration, -),
      distance: left.distance - right.distance,
      intervals: combined(left.intervals, right.intervals, -))
  }

  /// The totals of `count` repetitions; zero if `count` is 0, even if `totals` are unknown.
  package static func * (totals: Totals, count: Int) -> Totals {
    guard count > 0 else { return .zero }
    return Totals(
      duration: totals.duration.map { $0 * count },
      distance: totals.distance * count,
      intervals: totals.intervals.map { $0 * count })
  }

  private static func combined<Value>(
    _ left: Value?, _ right: Value?, _ operation: (Value, Value) -> Value
  ) -> Value? {
    guard let left, let right else { return nil }
    return operation(left, right)
  }
}
