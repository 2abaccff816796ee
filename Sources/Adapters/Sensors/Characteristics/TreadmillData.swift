/// The characteristic Treadmill Data, 0x2ACD; all numbers are in the units of the characteristic.
///
/// Sources: Bluetooth SIG, "Fitness Machine Service 1.0", section 4.4, and for the sizes of the fields the XML document
/// of the characteristic of 2017. Newer documents have two bytes for a pace, but treadmills send one, if any. Bits 13 to
/// 15 of the flags are reserved, and are ignored; some treadmills send a count of steps for bit 13, after all other
/// fields.
package struct TreadmillData: Equatable, Sendable {
  /// Speed of the belt in 0.01 km/h.
  ///
  /// Nil if more notifications follow for the same record (section 4.19), which is what bit 0 of the flags means.
  package let speed: Int?
  /// Average speed in 0.01 km/h.
  package let averageSpeed: Int?
  /// Distance since the start of the training session in metres, modulo 2²⁴.
  package let totalDistance: Int?
  /// Inclination in 0.1 %; positive uphill.
  package let inclination: Int?
  /// Angle of the ramp in 0.1°.
  package let rampAngle: Int?
  /// Elevation gain in 0.1 m.
  package let positiveElevationGain: Int?
  /// Elevation loss in 0.1 m.
  package let negativeElevationGain: Int?
  /// Pace as a speed in 0.1 km/min.
  package let pace: Int?
  /// Average pace as a speed in 0.1 km/min.
  package let averagePace: Int?
  /// Energy since the start in kilocalories.
  package let totalEnergy: Int?
  /// Energy in kilocalories per hour.
  package let energyPerHour: Int?
  /// Energy in kilocalories per minute.
  package let energyPerMinute: Int?
  /// Heartbeats per minute.
  package let beatsPerMinute: Int?
  /// Metabolic equivalent in 0.1.
  package let metabolicEquivalent: Int?
  /// Time since the start in seconds.
  package let elapsed: Int?
  /// Time until the end in seconds.
  package let remaining: Int?
  /// Force on the belt in newtons.
  package let force: Int?
  /// Power in watts.
  package let power: Int?

  /// Decodes a value; nil if the speed or the distance is missing although it is announced.
  ///
  /// Some treadmills announce more fields than fit into the 20 bytes of a notification. The other fields are then nil.
  package init?(_ bytes: [UInt8]) {
    var reader = FieldReader(bytes)
    let flags = reader.unsigned(2)
    func has(_ bit: Int) -> Bool { flags >> bit & 1 == 1 }
    speed = reader.unsigned(2, if: !has(0))
    averageSpeed = reader.unsigned(2, if: has(1))
    totalDistance = reader.unsigned(3, if: has(2))
    if reader.isTooShort { return nil }
    inclination = reader.signed(if: has(3))
    rampAngle = reader.signed(if: has(3))
    positiveElevationGain = reader.unsigned(2, if: has(4))
    negativeElevationGain = reader.unsigned(2, if: has(4))
    pace = reader.unsigned(1, if: has(5))
    averagePace = reader.unsigned(1, if: has(6))
    totalEnergy = reader.unsigned(2, if: has(7), unavailable: 0xFFFF)
    energyPerHour = reader.unsigned(2, if: has(7), unavailable: 0xFFFF)
    energyPerMinute = reader.unsigned(1, if: has(7), unavailable: 0xFF)
    beatsPerMinute = reader.unsigned(1, if: has(8))
    metabolicEquivalent = reader.unsigned(1, if: has(9))
    elapsed = reader.unsigned(2, if: has(10))
    remaining = reader.unsigned(2, if: has(11))
    force = reader.signed(if: has(12))
    power = reader.signed(if: has(12))
  }
}
