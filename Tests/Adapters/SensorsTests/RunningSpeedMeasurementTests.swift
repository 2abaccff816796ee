import Sensors
import Testing

/// Decoding of the characteristic RSC Measurement.
@Suite struct RunningSpeedMeasurementTests {
  @Test(arguments: 0..<16)
  func `each combination of flags is decoded`(flags: Int) throws {
    var encoding = Encoding()
    encoding.append(flags, bytes: 1)
    encoding.append(0x02C0, bytes: 2)
    encoding.append(83, bytes: 1)
    if flags & 1 != 0 { encoding.append(0x0102, bytes: 2) }
    if flags & 2 != 0 { encoding.append(0xF1F2_F3F4, bytes: 4) }
    let measurement = try #require(RunningSpeedMeasurement(encoding.bytes))
    #expect(measurement.metresPerSecond == 2.75)
    #expect(measurement.cadence == 83)
    #expect(measurement.strideLength == (flags & 1 == 0 ? nil : 0x0102))
    #expect(measurement.totalDistance == (flags & 2 == 0 ? nil : 0xF1F2_F3F4))
    #expect(measurement.isRunning == (flags & 4 != 0))
    #expect(RunningSpeedMeasurement(encoding.bytes + [1, 2, 3]) == measurement)
    for count in encoding.bytes.indices {
      #expect(RunningSpeedMeasurement(Array(encoding.bytes.prefix(count))) == nil)
    }
  }

  /// Source: OpenTracks, BluetoothHandlerRunningSpeedAndCadenceTest.
  @Test func `the example of OpenTracks is decoded`() throws {
    let measurement = try #require(RunningSpeedMeasurement([2, 0, 5, 80, 0xFF, 0xFF, 0, 1]))
    #expect(measurement.metresPerSecond == 5)
    #expect(measurement.cadence == 80)
    #expect(measurement.totalDistance == 65_535 + 16_777_216)
  }

  /// Source: github.com/TrackMyIndoorWorkout/TrackMyIndoorWorkout, test/technogym_run_rsc_test.dart.
  @Test(
    arguments: [
      ([3, 0x5C, 3, 0xA1, 0x82, 0, 0xF6, 9, 0, 0], 860, 161, 2550),
      ([3, 0xB9, 1, 0x85, 0x5E, 0, 0x0D, 0x0C, 0, 0], 441, 133, 3085),
    ] as [([UInt8], Double, Int, Int)])
  func `values of a Technogym treadmill are decoded`(bytes: [UInt8], speed: Double, steps: Int, total: Int) throws {
    let measurement = try #require(RunningSpeedMeasurement(bytes))
    #expect(measurement.metresPerSecond == speed / 256)
    #expect([measurement.cadence, measurement.countedFeet] == [steps, 2])
    #expect(measurement.totalDistance == total)
  }

  /// The speeds are 4 km/h, 5.4 km/h, 7.2 km/h, 10 km/h and 20 km/h; then 0, 1.8 km/h and 4.7 km/h.
  @Test(
    arguments: [
      (1.1, [50, 100], [1, 2]), (1.5, [62, 124], [1, 2]), (2, [80, 160], [1, 2]), (2.78, [85, 170], [1, 2]),
      (5.56, [95, 190], [1, 2]), (0, [85, 126, 170], [nil, 2, 2]), (0.5, [30, 60], [nil, nil]),
      (1.3, [30, 85], [nil, nil]),
    ] as [(Double, [Int], [Int?])])
  func `the speed and the cadence show whose contacts are counted`(
    speed: Double, cadences: [Int], feet: [Int?]
  ) throws {
    #expect(try cadences.map { try measurement(speed: speed, cadence: $0).countedFeet } == feet)
  }

  private func measurement(speed: Double, cadence: Int) throws -> RunningSpeedMeasurement {
    var encoding = Encoding()
    encoding.append(0, bytes: 1)
    encoding.append(Int((speed * 256).rounded()), bytes: 2)
    encoding.append(cadence, bytes: 1)
    return try #require(RunningSpeedMeasurement(encoding.bytes))
  }
}
