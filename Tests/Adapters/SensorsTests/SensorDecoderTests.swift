import Sensors
import TestSupport
import Testing
import WorkoutModel

/// The values that follow from consecutive notifications.
@Suite struct SensorDecoderTests {
  private let start = ContinuousClock.now

  @Test func `a foot pod measures distance, speed and cadence`() {
    var decoder = SensorDecoder(.footPod)
    #expect(
      decoder.values(from: [2, 0, 3, 80, 0xE8, 3, 0, 0], at: start)
        == SensorValues(kind: .footPod, metresPerSecond: 3, cadence: 160, countedFeet: 1))
    let values = decoder.values(from: [2, 0x80, 3, 81, 0x08, 4, 0, 0], at: start + .seconds(1))
    #expect(values?.metres?.isAbout(3.25) == true)
    #expect(values?.metresPerSecond == 3.5)
    #expect(values?.span == .seconds(1))
    #expect(values?.cadence == 162)
  }

  @Test func `malformed bytes do not change the distance`() {
    var decoder = SensorDecoder(.footPod)
    _ = decoder.values(from: [0, 0, 3, 80], at: start)
    #expect(decoder.values(from: [2, 0, 3, 80], at: start + .seconds(1)) == nil)
    let values = decoder.values(from: [0, 0, 3, 80], at: start + .seconds(2))
    #expect(
      values
        == SensorValues(
          kind: .footPod, metresPerSecond: 3, metres: 6, span: .seconds(2), cadence: 160, countedFeet: 1))
  }

  @Test func `a treadmill measures distance, speed and heart rate`() {
    var decoder = SensorDecoder(.treadmill)
    _ = decoder.values(from: [4, 1, 0xE8, 3, 0xFF, 0xFF, 0xFF, 0], at: start)
    let values = decoder.values(from: [4, 1, 0xE8, 3, 2, 0, 0, 140], at: start + .seconds(1))
    #expect(
      values
        == SensorValues(
          kind: .treadmill, metresPerSecond: 1000.0 / 360, metres: 3, span: .seconds(1), heartRate: 140))
  }

  @Test func `a belt that stands still has a speed of 0`() {
    var decoder = SensorDecoder(.treadmill)
    _ = decoder.values(from: [0, 0, 0, 0], at: start)
    let values = decoder.values(from: [0, 0, 0, 0], at: start + .seconds(1))
    #expect(values == SensorValues(kind: .treadmill, metresPerSecond: 0, metres: 0, span: .seconds(1)))
  }

  /// Source: FTMS 1.0, section 4.19: all notifications of a record except the last one set the flag More Data.
  @Test func `the notifications of one record are combined`() {
    var decoder = SensorDecoder(.treadmill)
    _ = decoder.values(from: [5, 0, 100, 0, 0], at: start)
    _ = decoder.values(from: [0, 1, 0xE8, 3, 150], at: start + .milliseconds(10))
    #expect(
      decoder.values(from: [5, 0, 103, 0, 0], at: start + .seconds(1)) == SensorValues(kind: .treadmill, metres: 0))
    let values = decoder.values(from: [0, 1, 0xE8, 3, 151], at: start + .milliseconds(1010))
    #expect(
      values
        == SensorValues(
          kind: .treadmill, metresPerSecond: 1000.0 / 360, metres: 3, span: .seconds(1), heartRate: 151))
  }

  @Test func `a speed that no runner reaches is unknown`() {
    var decoder = SensorDecoder(.treadmill)
    #expect(decoder.values(from: [0, 0, 0xFF, 0xFF], at: start) == SensorValues(kind: .treadmill))
  }

  /// The limits of `SensorRange`, the next number beyond each, and the numbers that sensors send for unknown values.
  @Test(
    arguments: [
      (
        .heartRate,
        [[0, 0], [0, 19], [0, 20], [0, 250], [0, 251], [0, 255], [1, 250, 0], [1, 0x2C, 1], [1, 255, 255]],
        [nil, nil, 20, 250, nil, nil, 250, nil, nil]
      ),
      (
        .treadmill, [[0, 1, 0, 0, 19], [0, 1, 0, 0, 20], [0, 1, 0, 0, 250], [0, 1, 0, 0, 255]], [nil, 20, 250, nil]
      ),
    ] as [(SensorKind, [[UInt8]], [Int?])])
  func `a number outside 20 to 250 is not a heart rate`(kind: SensorKind, values: [[UInt8]], rates: [Int?]) {
    var decoder = SensorDecoder(kind)
    #expect(values.map { decoder.values(from: $0, at: start)?.heartRate } == rates)
  }

  @Test func `a number above 250 is not a cadence, and only a moving runner shows whose steps are counted`() {
    // Each value is a speed in 1/256 m/s and a cadence. The pod begins with values that show nothing.
    let values: [(Int, UInt8)] = [
      (0, 80), (0x300, 80), (0x80, 60), (0x300, 112), (0x380, 0), (0x300, 130), (0x300, 255),
    ]
    var decoder = SensorDecoder(.footPod)
    let decoded = values.map { speed, cadence in
      decoder.values(from: [0, UInt8(speed & 255), UInt8(speed >> 8), cadence], at: start)
    }
    #expect(decoded.map { $0?.cadence } == [nil, 160, 120, 224, 0, nil, nil])
    #expect(decoded.map { $0?.countedFeet } == [nil, 1, 1, 1, 1, 1, nil])
  }

  /// A pod on a treadmill that stops reports the former speed, while the steps become fewer.
  @Test func `one value does not change whose steps are counted`() {
    var decoder = SensorDecoder(.footPod)
    let cadences = [UInt8](repeating: 170, count: 10) + [100, 60]
    let decoded = cadences.map { decoder.values(from: [0, 0, 3, $0], at: start)?.cadence }
    #expect(decoded == cadences.map(Int.init))
  }

  @Test func `the document contains the ranges`() throws {
    let document = try packageFile("docs/sensors.md")
    let rows = [
      "| heart rate | 20 to 250 beats per minute |", "| cadence | 0 to 250 steps per minute |",
      "| speed | 0 to 12.5 m/s |", "| distance | at most 12.5 m/s × the time since the last value + 20 m |",
      "| battery | 0 to 100 % |", "| signal | -127 to 20 dBm |",
    ]
    #expect(rows.filter { !document.contains($0) } == [])
    #expect(
      [SensorRange.heartRate, SensorRange.cadence, SensorRange.battery, SensorRange.signal]
        == [20...250, 0...250, 0...100, -127...20])
    #expect([SensorRange.speed.upperBound, SensorRange.maxMetres(in: .seconds(2))] == [12.5, 45])
  }

  @Test func `a heart-rate sensor without contact sends no heart rate`() {
    var decoder = SensorDecoder(.heartRate)
    #expect(decoder.values(from: [0x06, 140], at: start)?.heartRate == 140)
    #expect(decoder.values(from: [0x04, 140], at: start) == SensorValues(kind: .heartRate))
    #expect(decoder.values(from: [], at: start) == nil)
  }

  @Test(arguments: seeds)
  func `random bytes result in plausible values or in none`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for kind in SensorKind.allCases {
      var (decoder, instant) = (SensorDecoder(kind), start)
      for _ in 0..<100 {
        let bytes = (0..<Int.random(in: 0..<30, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
        instant += .milliseconds(Int.random(in: 0..<10_000, using: &random))
        guard let values = decoder.values(from: bytes, at: instant) else { continue }
        #expect(values.kind == kind)
        #expect(values.metresPerSecond.map { SensorRange.speed ~= $0 } ?? true)
        #expect(values.metres.map { 0...160 ~= $0 } ?? true || values.span > .seconds(10))
        #expect(values.heartRate.map { SensorRange.heartRate ~= $0 } ?? true)
      }
    }
  }
}
