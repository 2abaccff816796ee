import Sensors
import TestSupport
import Testing

/// The values that follow from consecutive notifications.
@Suite struct SensorDecoderTests {
  private let start = ContinuousClock.now

  @Test func `a foot pod measures distance, speed and cadence`() {
    var decoder = SensorDecoder(.footPod)
    #expect(
      decoder.values(from: [2, 0, 3, 80, 0xE8, 3, 0, 0], at: start)
        == SensorValues(kind: .footPod, metresPerSecond: 3, cadence: 160))
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
    #expect(values == SensorValues(kind: .footPod, metresPerSecond: 3, metres: 6, span: .seconds(2), cadence: 160))
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
        #expect(values.metresPerSecond.map { 0...DistanceMeter.maxSpeed ~= $0 } ?? true)
        #expect(values.metres.map { 0...160 ~= $0 } ?? true || values.span > .seconds(10))
        #expect(values.heartRate.map { $0 > 0 } ?? true)
      }
    }
  }
}
