import WorkoutModel

/// Decodes the notifications of one sensor.
///
/// A decoder that is used again after a lost connection also measures the distance of the time without connection.
package struct SensorDecoder: Sendable {
  private let kind: SensorKind
  private var meter = DistanceMeter()
  /// The time of the last complete values.
  private var last: ContinuousClock.Instant?
  /// The fields of an incomplete record of a treadmill, which continues in the next notification.
  private var pending: (totalDistance: Int?, heartRate: Int?)
  /// The recent values that show the feet whose contacts a foot pod counts: positive for one foot, negative for both.
  private var feetBalance = 0

  /// The maximum of `feetBalance` in each direction: a sensor does not change what it counts, but its speed may be late.
  private static let maxFeetBalance = 10

  package init(_ kind: SensorKind) {
    self.kind = kind
  }

  /// Decodes the notification of the characteristic that belongs to the kind; nil if the bytes are malformed.
  ///
  /// If a treadmill sends a record in several notifications, only the last one contains the values and the time of the
  /// record. The earlier ones result in no distance in no time.
  package mutating func values(from bytes: [UInt8], at instant: ContinuousClock.Instant) -> SensorValues? {
    switch kind {
    case .heartRate:
      HeartRateMeasurement(bytes).map { values(heartRate: $0.heartRate, at: instant) }
    case .footPod:
      RunningSpeedMeasurement(bytes).map { measurement in
        let feet = countedFeet(including: measurement)
        let steps = measurement.cadence == 0 ? 0 : feet.map { measurement.cadence * 2 / $0 }
        var values = values(
          total: measurement.totalDistance.map { .init(count: $0, bits: 32, resolution: 0.1) },
          speed: measurement.metresPerSecond, cadence: steps, at: instant)
        values.countedFeet = feet
        return values
      }
    case .treadmill: TreadmillData(bytes).map { values(of: $0, at: instant) }
    }
  }

  /// The number of feet whose contacts a foot pod counts, according to a measurement and the ones before it.
  private mutating func countedFeet(including measurement: RunningSpeedMeasurement) -> Int? {
    if let feet = measurement.countedFeet {
      feetBalance = max(-Self.maxFeetBalance, min(Self.maxFeetBalance, feetBalance + (feet == 1 ? 1 : -1)))
    }
    return feetBalance == 0 ? nil : feetBalance > 0 ? 1 : 2
  }

  private mutating func values(of data: TreadmillData, at instant: ContinuousClock.Instant) -> SensorValues {
    pending = (data.totalDistance ?? pending.totalDistance, data.beatsPerMinute ?? pending.heartRate)
    guard let speed = data.speed else {
      return SensorValues(kind: kind, metres: last == nil ? nil : 0)
    }
    defer { pending = (nil, nil) }
    return values(
      total: pending.totalDistance.map { .init(count: $0, bits: 24, resolution: 1) }, speed: Double(speed) / 360,
      heartRate: pending.heartRate?.only(in: SensorRange.heartRate), at: instant)
  }

  private mutating func values(
    total: DistanceMeter.TotalDistance? = nil, speed: Double? = nil, cadence: Int? = nil, heartRate: Int? = nil,
    at instant: ContinuousClock.Instant
  ) -> SensorValues {
    let span = last.map { max(.zero, instant - $0) }
    last = instant
    let speed = speed?.only(in: SensorRange.speed)
    return SensorValues(
      kind: kind, metresPerSecond: speed, metres: meter.add(total: total, metresPerSecond: speed, after: span),
      span: span ?? .zero, cadence: cadence?.only(in: SensorRange.cadence), heartRate: heartRate)
  }
}
