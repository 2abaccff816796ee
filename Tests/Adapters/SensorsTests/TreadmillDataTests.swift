import Sensors
import Testing

/// Decoding of the characteristic Treadmill Data.
@Suite struct TreadmillDataTests {
  /// The fields in the order of FTMS 1.0, table 4.5.
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
      try #require(TreadmillData(encoding.bytes.dropLast()) == nil, "flags \(flags) with fewer bytes")
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

  /// The fields of a value by their names; nil if it is malformed.
  private func decoded(_ bytes: [UInt8]) -> [String: Int]? {
    guard let data = TreadmillData(bytes) else { return nil }
    let fields = Mirror(reflecting: data).children.compactMap { child in
      (child.value as? Int).map { (child.label ?? "", $0) }
    }
    return Dictionary(uniqueKeysWithValues: fields)
  }
}
