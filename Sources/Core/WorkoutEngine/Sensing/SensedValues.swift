package import WorkoutModel

/// The present values of the sensors, for display.
package struct SensedValues: Equatable, Sendable {
  /// The sensor that measures the distance; nil if the settings require an estimate.
  package var distanceSource: DistanceSource?
  /// Whether the distance is measured at present; false before the first value, and while the sensor is silent.
  package var isDistanceMeasured: Bool
  /// Whether a part of the distance has been measured in this workout.
  package var wasDistanceMeasured: Bool
  /// The measured speed; nil while the sensor is silent.
  package var metresPerSecond: Double?
  /// Heartbeats per minute; nil while the sensor is silent.
  package var heartRate: Int?
  /// Steps per minute, of both feet; nil while the sensor is silent.
  package var cadence: Int?

  /// The measured speed for display; nil if it is unknown, or if the runner stands still.
  package var shownMetresPerSecond: Double? { metresPerSecond.flatMap(PaceUnit.shownMeasurement) }

  package init(
    distanceSource: DistanceSource? = nil, isDistanceMeasured: Bool = false, wasDistanceMeasured: Bool = false,
    metresPerSecond: Double? = nil, heartRate: Int? = nil, cadence: Int? = nil
  ) {
    self.distanceSource = distanceSource
    self.isDistanceMeasured = isDistanceMeasured
    self.wasDistanceMeasured = wasDistanceMeasured
    self.metresPerSecond = metresPerSecond
    self.heartRate = heartRate
    self.cadence = cadence
  }
}
