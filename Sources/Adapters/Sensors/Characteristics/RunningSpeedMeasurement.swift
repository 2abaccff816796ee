import WorkoutModel

/// The characteristic RSC Measurement, 0x2A53, of a foot pod.
///
/// Source: Bluetooth SIG, "Running Speed and Cadence Service 1.0", section 3.1, and "GATT Specification Supplement",
/// "RSC Measurement". Bits 3 to 7 of the flags are reserved, and are ignored.
package struct RunningSpeedMeasurement: Equatable, Sendable {
  package let metresPerSecond: Double
  /// The cadence as sent; see `countedFeet`.
  package let cadence: Int
  /// Distance between two contacts of the same foot in centimetres; nil if the value does not contain it.
  package let strideLength: Int?
  /// Total distance in decimetres, modulo 2³²; nil if the value does not contain it.
  ///
  /// A client can set the distance through the SC Control Point (section 3.4), so it may decrease.
  package let totalDistance: Int?
  /// Whether the user runs; false also if the sensor does not detect this.
  package let isRunning: Bool

  /// Decodes a value; nil if fields are missing.
  package init?(_ bytes: [UInt8]) {
    var reader = FieldReader(bytes)
    let flags = reader.unsigned(1)
    metresPerSecond = Double(reader.unsigned(2)) / 256
    cadence = reader.unsigned(1)
    strideLength = reader.unsigned(2, if: flags & 1 != 0)
    totalDistance = reader.unsigned(4, if: flags & 2 != 0)
    isRunning = flags & 4 != 0
    if reader.isTooShort { return nil }
  }

  /// The number of feet whose contacts the cadence counts, 1 or 2; nil if the speed and the cadence do not show this.
  ///
  /// The unit of the field is 1/minute. A foot pod counts how often its own foot touches the ground, and the stride length
  /// also refers to one foot. For example, a Zwift RunPod sends half of the steps (github.com/cagnulein/qdomyos-zwift,
  /// issue 1099), and OpenTracks reads the field as revolutions. But some treadmills and bridges send the steps of both
  /// feet, for example a Technogym MyRun (issue 1261) and QZ itself, which doubles the field that it sends.
  ///
  /// At each speed, the two ranges of cadences are a factor of two apart: a foot makes 40 to 70 contacts per minute while
  /// walking, and 75 to 115 while running. Between the two ranges, and below 1 m/s, the cadence shows nothing: a slow
  /// walk, and a speed that follows the steps with a delay, result in the same numbers.
  package var countedFeet: Int? {
    if cadence > Self.maxOfOneFoot { return 2 }
    guard metresPerSecond >= 1 else { return nil }
    let middle = min(Double(Self.maxOfOneFoot), 40 + 35 * metresPerSecond)
    return switch Double(cadence) / middle {
    case 0.45...0.9: 1
    case 1.2...: 2
    default: nil
    }
  }

  /// The maximum number of contacts of one foot per minute.
  private static let maxOfOneFoot = SensorRange.cadence.upperBound / 2
}
