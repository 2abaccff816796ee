extension Report {
  /// A sensor that is nearby or paired.
  package struct Sensor: Codable, Equatable, Sendable {
    /// The name that the sensor advertises, or its address.
    package var name: String
    package var address: String
    /// The words for what the sensor measures: `foot-pod`, `treadmill` and `heart-rate`; `fitness-machine` if it is not
    /// known whether a machine is a treadmill.
    package var measures: [String]
    package var batteryPercent: Int?
    /// The strength of the signal in dBm; nil if the sensor is not nearby.
    package var signalDbm: Int?
    package var paired: Bool

    package init(
      name: String, address: String, measures: [String], batteryPercent: Int? = nil, signalDbm: Int? = nil,
      paired: Bool
    ) {
      self.name = name
      self.address = address
      self.measures = measures
      self.batteryPercent = batteryPercent
      self.signalDbm = signalDbm
      self.paired = paired
    }
  }

  /// Values that a sensor has sent at once during a test.
  package struct SensorValues: Codable, Equatable, Sendable {
    /// One of the words of `Sensor.measures`.
    package var measures: String
    package var speedMps: Double?
    /// The distance since the first values of the test.
    package var distanceM: Double?
    /// Steps per minute, of both feet.
    package var cadence: Int?
    /// The number of feet whose contacts a foot pod counts, 1 or 2; nil if it is unknown.
    package var countedFeet: Int?
    /// Beats per minute.
    package var heartRate: Int?

    package init(
      measures: String, speedMps: Double? = nil, distanceM: Double? = nil, cadence: Int? = nil,
      countedFeet: Int? = nil, heartRate: Int? = nil
    ) {
      self.measures = measures
      self.speedMps = speedMps
      self.distanceM = distanceM
      self.cadence = cadence
      self.countedFeet = countedFeet
      self.heartRate = heartRate
    }
  }
}
