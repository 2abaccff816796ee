import Sensors
import Testing

/// Decoding of the characteristic Treadmill Data.
@Suite struct TreadmillDataTests {
  /// The fields in the order of FTMS 1.0, table 4.5, with the sizes of the XML document of the characteristic.
  ///
  /// The flag of the speed is inverted.
  private static let fields: [(name: String, bytes: Int, bit: Int)] = [
    ("speed", 2, 0), ("averageSpeed", 2, 1), ("totalDistance", 3, 2), ("inclination", 2, 3), ("rampAngle", 2, 3),
    ("positiveElevationGain", 2, 4), ("negativeElevationGain", 2, 4), ("pace", 1, 5), ("averagePace", 1, 6),
    ("totalEnergy", 2, 7), ("energyPerHour", 2, 7), ("energyPerMinute", 1, 7), ("beatsPerMinute", 1, 8),
    ("metabolicEquivalent", 1, 9), ("elapsed", 2, 10), ("remaining", 2, 11), ("force", 2, 12), ("power", 2, 12),
  ]

  @Test func `each combination of flags is decoded`() throws {
    for flags in 0..<8192 {
      var encoding = Encoding()
      encoding.append(flags, bytes: 2)
      let expected = encoding.append(Self.fields, flags: flags ^ 1) { index, bytes in (1 << (8 * bytes - 3)) + index }
      try #require(decoded(encoding.bytes) == expected, "flags \(flags)")
      try #require(decoded(encoding.bytes + [7, 7]) == expected, "flags \(flags) with more bytes")
      let last = Self.fields.last { (flags ^ 1) >> $0.bit & 1 == 1 }?.name
      let isNeeded = [nil, "speed", "averageSpeed", "totalDistance"].contains(last)
      let shorter = isNeeded ? nil : expected.filter { $0.key != last }
      try #require(decoded(encoding.bytes.dropLast()) == shorter, "flags \(flags) with fewer bytes")
    }
  }

  @Test(arguments: 13..<16)
  func `a reserved flag is ignored`(bit: Int) {
    #expect(decoded([4, UInt8(1 << (bit - 8)), 0x20, 3, 9, 0, 0, 5, 5]) == ["speed": 800, "totalDistance": 9])
  }

  @Test func `data that are not available are missing`() {
    let bytes: [UInt8] = [0x98, 0x10, 1, 0, 0xFF, 0x7F, 0xFF, 0x7F, 2, 0, 3, 0] + [UInt8](repeating: 0xFF, count: 5)
    #expect(
      decoded(bytes + [0xFF, 0x7F, 0xFF, 0x7F])
        == ["speed": 1, "positiveElevationGain": 2, "negativeElevationGain": 3])
  }

  @Test func `signed fields may be negative`() {
    #expect(
      decoded([0x09, 0x10, 0xF1, 0xFF, 0, 0x80, 0xFE, 0xFF, 0x0C, 0xFE])
        == ["inclination": -15, "rampAngle": -32_768, "force": -2, "power": -500])
  }

  /// Source: github.com/hughesjs/FitnessMachine, protocol/README.md: the layout that a CITYSPORTS treadmill sends.
  ///
  /// Bit 13 announces steps; the last byte is always 0.
  @Test func `a treadmill that counts steps is decoded`() {
    let bytes: [UInt8] = [0x84, 0x24, 0x2C, 1, 0x10, 0, 0, 5, 0, 0xFF, 0xFF, 0xFF, 0x20, 0, 0x30, 0, 0]
    #expect(decoded(bytes) == ["speed": 300, "totalDistance": 16, "totalEnergy": 5, "elapsed": 32])
  }

  /// Source: github.com/TrackMyIndoorWorkout/TrackMyIndoorWorkout, test/life_fitness_treadmill_test.dart, 16a12c6a.
  @Test func `values of a Life Fitness treadmill are decoded`() throws {
    let walking: [UInt8] = [
      0x9E, 4, 0x73, 2, 0x33, 2, 0x25, 0, 0, 0x3C, 0, 0xFF, 0x7F, 0, 0, 0xFF, 0x7F, 2, 0, 0xFF, 0xFF, 0xFF, 0x1F, 0,
    ]
    let data = try #require(TreadmillData(walking))
    #expect([data.speed, data.averageSpeed, data.totalDistance, data.inclination] == [627, 563, 37, 60])
    #expect([data.totalEnergy, data.energyPerHour, data.elapsed] == [2, nil, 31])
    let running: [UInt8] = [
      0x9E, 5, 0x17, 5, 0x92, 2, 0xFB, 0, 0, 0, 0, 0xFF, 0x7F, 0x7C, 0, 0xFF, 0x7F, 0x1B, 0, 0xFF, 0xFF, 0xFF, 0x69,
      0x8A,
      0,
    ]
    let later = try #require(TreadmillData(running))
    #expect([later.speed, later.totalDistance, later.beatsPerMinute, later.elapsed] == [1303, 251, 105, 138])
  }

  /// Source: github.com/TrackMyIndoorWorkout/TrackMyIndoorWorkout, test/matrix_treadmill_test.dart, 06f203d8.
  ///
  /// The flags announce 30 bytes.
  @Test func `a value that is cut off has the fields before the end`() {
    let bytes: [UInt8] = [
      0x9E, 0x1F, 0xC6, 3, 0x94, 2, 0x3E, 1, 0, 0x5A, 0, 0xFF, 0x7F, 0x32, 0, 0xFF, 0xFF, 0x25, 0, 0xF4,
    ]
    #expect(
      decoded(bytes) == [
        "speed": 966, "averageSpeed": 660, "totalDistance": 318, "inclination": 90, "positiveElevationGain": 50,
        "negativeElevationGain": 65_535, "totalEnergy": 37,
      ])
  }

  /// The fields of a value by their names; nil if it is malformed.
  private func decoded(_ bytes: [UInt8]) -> [String: Int]? {
    guard let data = TreadmillData(bytes) else { return nil }
    let fields = Mirror(reflecting: data).children.compactMap { child in
      (child.value as? Int).map { (child.label ?? "", $0) }
    }
    return Dictionary(uniqueKeysWithValues: fields)
  }
}
