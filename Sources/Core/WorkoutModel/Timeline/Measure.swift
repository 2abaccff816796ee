/// What a stretch of a workout amounts to; a part is nil where the plan leaves it unknown.
package struct Measure: Equatable, Sendable {
  /// Nil with an open interval or an endless repeat in the stretch.
  package var duration: Duration?
  /// Metres; nil where an interval of the stretch has no pace or no end.
  package var metres: Double?
  /// How many intervals; nil with an endless repeat in the stretch.
  package var intervals: Int?

  package static let zero = Measure(duration: .zero, metres: 0, intervals: 0)
  static let unknown = Measure()

  package init(duration: Duration? = nil, metres: Double? = nil, intervals: Int? = nil) {
    self.duration = duration
    self.metres = metres
    self.intervals = intervals
  }

  /// Metres a second over the whole stretch; nil where time or distance is unknown or there is no time at all.
  package var averageMetresPerSecond: Double? {
    guard let duration, let metres, duration > .zero else { return nil }
    return metres / duration.inSeconds
  }

  /// The same where there is as much as is shown of both, a metre and a second; else nil.
  package var shownMetresPerSecond: Double? {
    guard let duration, let metres, metres >= 1, duration >= .seconds(1) else { return nil }
    return averageMetresPerSecond
  }

  package static func + (left: Measure, right: Measure) -> Measure {
    Measure(
      duration: sum(left.duration, right.duration),
      metres: sum(left.metres, right.metres),
      intervals: sum(left.intervals, right.intervals))
  }

  /// So many times a stretch, at least 0; not one time is nothing, which is known even where the stretch is not.
  package static func * (measure: Measure, count: Int) -> Measure {
    guard count > 0 else { return .zero }
    return Measure(
      duration: measure.duration.map { $0 * count },
      metres: measure.metres.map { $0 * Double(count) },
      intervals: measure.intervals.map { $0 * count })
  }

  private static func sum<Value: AdditiveArithmetic>(_ left: Value?, _ right: Value?) -> Value? {
    guard let left, let right else { return nil }
    return left + right
  }
}
