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
        values(
          total: measurement.totalDistance.map { .init(count: $0, bits: 32, resolution: 0.1) },
          speed: measurement.metresPerSecond, cadence: measurement.stepsPerMinute, at: instant)
      }
    case .treadmill: TreadmillData(bytes).map { values(of: $0, at: instant) }
    }
  }

  private mutating func values(of data: TreadmillData, at instant: ContinuousClock.Instant) -> SensorValues {
    pending = (data.totalDistance ?? pending.totalDistance, data.beatsPerMinute ?? pending.heartRate)
    guard let speed = data.speed else {
      return SensorValues(kind: kind, metres: last == nil ? nil : 0)
    }
    defer { pending = (nil, nil) }
    return values(
      total: pending.totalDistance.map { .init(count: $0, bits: 24, resolution: 1) }, speed: Double(speed) / 360,
      heartRate: pending.heartRate == 0 ? nil : pending.heartRate, at: instant)
  }

  private mutating func values(
    total: DistanceMeter.TotalDistance? = nil, speed: Double? = nil, cadence: Int? = nil, heartRate: Int? = nil,
    at instant: ContinuousClock.Instant
  ) -> SensorValues {
    let span = last.map { max(.zero, instant - $0) }
    last = instant
    let speed = speed.flatMap { $0 <= DistanceMeter.maxSpeed ? $0 : nil }
    return SensorValues(
      kind: kind, metresPerSecond: speed, metres: meter.add(total: total, metresPerSecond: speed, after: span),
      span: span ?? .zero, cadence: cadence, heartRate: heartRate)
  }
}
