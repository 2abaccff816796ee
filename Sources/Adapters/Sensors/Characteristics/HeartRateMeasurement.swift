import WorkoutModel

/// The characteristic Heart Rate Measurement, 0x2A37.
///
/// Source: Bluetooth SIG, "Heart Rate Service 1.0", section 3.1, and "GATT Specification Supplement", "Heart Rate
/// Measurement". Bits 5 to 7 of the flags are reserved, and are ignored.
package struct HeartRateMeasurement: Equatable, Sendable {
  /// Heartbeats per minute.
  package let beatsPerMinute: Int
  /// Whether the sensor touches the skin; nil if the sensor does not detect this.
  package let hasContact: Bool?
  /// Energy since the last reset in kilojoules; nil if the value does not contain it.
  package let kilojoules: Int?
  /// Times between heartbeats in units of 1/1024 second, the oldest first.
  package let intervals: [Int]

  /// Decodes a value; nil if fields are missing.
  ///
  /// The number of intervals follows from the length of the value. Some sensors set the flag of the intervals also
  /// without an interval.
  package init?(_ bytes: [UInt8]) {
    var reader = FieldReader(bytes)
    let flags = reader.unsigned(1)
    beatsPerMinute = reader.unsigned(flags & 1 == 0 ? 1 : 2)
    hasContact = flags & 4 == 0 ? nil : flags & 2 != 0
    kilojoules = reader.unsigned(2, if: flags & 8 != 0)
    var intervals: [Int] = []
    while flags & 16 != 0, reader.remaining >= 2 { intervals.append(reader.unsigned(2)) }
    self.intervals = intervals
    if reader.isTooShort { return nil }
  }

  /// The heart rate of the user; nil if it is unknown.
  ///
  /// A rate of 0 means that no heartbeats are detected. A rate without contact is the last rate, or random.
  package var heartRate: Int? { hasContact == false ? nil : beatsPerMinute.only(in: SensorRange.heartRate) }
}
