/// The ranges of the values that sensors measure.
///
/// A number outside its range is not a measurement: sensors send 0xFF and 0xFFFF for unknown values, and random numbers
/// while they have no contact. Decoders, records and reports drop such a number, and keep the other values.
/// docs/sensors.md contains the same table, with the reasons.
package enum SensorRange {
  /// Heartbeats per minute.
  package static let heartRate = 20...250
  /// Steps per minute, of both feet.
  package static let cadence = 0...250
  /// Metres per second.
  package static let speed = 0...12.5
}
