import WorkoutModel

/// A value of the sensor that measures the distance.
package struct MeasuredMotion: Equatable, Sendable {
  /// Metres since the previous value; nil if they are unknown, for example for the first value.
  package let metres: Double?
  /// The time in which the metres were covered; nil for the time since the previous value.
  package let span: Duration?
  /// The speed, at least 0.
  package let metresPerSecond: Double

  package init(metres: Double?, in span: Duration? = nil, metresPerSecond: Double) {
    self.metres = metres
    self.span = span
    self.metresPerSecond = metresPerSecond
  }

  /// The metres in the time `gap` until this value; nil if they are unknown.
  ///
  /// If the metres were covered in a longer time, a share of them counts. If they were covered in a shorter time, the
  /// estimate remains for the rest of the gap. `estimated` is the estimate for the whole gap.
  func metres(in gap: Duration, estimated: Double) -> Double? {
    guard let metres, gap > .zero else { return nil }
    guard let span, abs((span - gap).inSeconds) > Self.maxDelay.inSeconds else { return metres }
    return span > gap ? metres * (gap / span) : metres + estimated * (1 - span / gap)
  }

  /// The maximum difference of two times that is only a delay between the sensor and the engine.
  private static let maxDelay = Duration.milliseconds(250)
}

/// The last value of the sensor that measures the distance, and the totals of the workout at that moment.
///
/// After a correction, the time and the totals are those of the correction.
///
/// For `maxSilence` after the value, the runner moves at the measured speed. After that, the runner moves at the pace of
/// the plan, until the next value.
struct Motion: Equatable, Codable, Sendable {
  /// The time of the value.
  var at: Instant
  /// The time of the value on the session's clock; after a pause, the value counts from the end of the pause.
  var since: Instant
  var metresPerSecond: Double
  /// Time in intervals until the value.
  var elapsed: Duration
  /// Metres from the start of the workout until the value.
  var metres: Double
  /// Whether this value or an earlier one has changed the distance of the workout.
  var hasDistance = false

  /// The time for which a measured speed applies.
  static let maxSilence = Duration.seconds(5)

  /// The instant on the session's clock until which the measured speed applies.
  var until: Instant { since + Self.maxSilence }

  /// The metres that the measured speed adds to those at another speed, from one instant to another.
  func surplus(from begin: Instant, to end: Instant, over speed: Double) -> Double {
    let time = min(end, until) - max(begin, since)
    return time > .zero ? (metresPerSecond - speed) * time.inSeconds : 0
  }

  /// The time from an instant until a distance is covered; nil if the runner stands still before that.
  ///
  /// `speed` is the speed after `until`.
  func time(toCover metres: Double, from instant: Instant, then speed: Double) -> Duration? {
    guard metres > Session.roundingMetres else { return .zero }
    let measured = max(.zero, until - instant)
    if metresPerSecond > 0, metres / metresPerSecond <= measured.inSeconds {
      return .seconds(metres / metresPerSecond)
    }
    guard speed > 0 else { return nil }
    return measured + .seconds((metres - metresPerSecond * measured.inSeconds) / speed)
  }
}

/// The part of a measured workout that belongs to the present interval.
struct MeasuredInterval: Equatable, Codable, Sendable {
  /// Metres that measurements and corrections have added to the estimate for the interval.
  var correction = 0.0
  /// Metres that the last schedule expects the measured speed to add until the end of the interval.
  var expected = 0.0
}
