import Sensors
import Testing

/// Decoding of the characteristic Heart Rate Measurement.
@Suite struct HeartRateMeasurementTests {
  @Test(arguments: 0..<32)
  func `each combination of flags is decoded`(flags: Int) throws {
    var encoding = Encoding()
    encoding.append(flags, bytes: 1)
    encoding.append(flags & 1 == 0 ? 151 : 258, bytes: flags & 1 == 0 ? 1 : 2)
    if flags & 8 != 0 { encoding.append(513, bytes: 2) }
    if flags & 16 != 0 {
      encoding.append(1024, bytes: 2)
      encoding.append(767, bytes: 2)
    }
    let measurement = try #require(HeartRateMeasurement(encoding.bytes))
    #expect(measurement.beatsPerMinute == (flags & 1 == 0 ? 151 : 258))
    #expect(measurement.hasContact == [nil, nil, false, true][flags >> 1 & 3])
    #expect(measurement.kilojoules == (flags & 8 == 0 ? nil : 513))
    #expect(measurement.intervals == (flags & 16 == 0 ? [] : [1024, 767]))
    let shortest = encoding.bytes.count - (flags & 16 == 0 ? 0 : 4)
    for count in 0..<shortest { #expect(HeartRateMeasurement(Array(encoding.bytes.prefix(count))) == nil) }
  }

  @Test(arguments: [(0x00, 72), (0x02, 72), (0x04, nil), (0x06, 72)] as [(UInt8, Int?)])
  func `a rate without contact is unknown`(flags: UInt8, rate: Int?) throws {
    #expect(try #require(HeartRateMeasurement([flags, 72])).heartRate == rate)
  }

  @Test func `half of an interval is ignored`() throws {
    #expect(try #require(HeartRateMeasurement([0x10, 60, 0, 4, 9])).intervals == [1024])
  }

  /// Sources: stackoverflow.com/questions/50477232 (Polar H10), and
  /// github.com/TrackMyIndoorWorkout/TrackMyIndoorWorkout, test/heart_rate_monitor_sensor_test.dart (Polar H7).
  @Test(
    arguments: [
      ([0x10, 0x49, 0x5E, 3, 0x96, 3], 73, [862, 918], nil), ([0x16, 0x73, 0x10, 2, 0x0D, 2], 115, [528, 525], true),
    ] as [([UInt8], Int, [Int], Bool?)])
  func `values of chest straps are decoded`(bytes: [UInt8], rate: Int, intervals: [Int], hasContact: Bool?) throws {
    let measurement = try #require(HeartRateMeasurement(bytes))
    #expect(measurement.heartRate == rate)
    #expect(measurement.intervals == intervals)
    #expect(measurement.hasContact == hasContact)
  }

  /// The interval of 986/1024 s agrees with 61 beats per minute.
  @Test func `a value with one interval is decoded`() throws {
    let measurement = try #require(HeartRateMeasurement([0x16, 0x3D, 0xDA, 0x03]))
    #expect(measurement.heartRate == 61)
    #expect(measurement.intervals == [986])
  }
}
