import Sensors
import TestSupport
import Testing
import WorkoutModel

/// The distances that follow from the counters and speeds of sensors.
@Suite struct DistanceMeterTests {
  /// A kind of counter.
  struct Counter: CustomTestStringConvertible {
    let bits: Int
    let resolution: Double
    var testDescription: String { "\(bits) bits of \(resolution) m" }

    func total(_ metres: Double) -> DistanceMeter.TotalDistance {
      .init(count: Int(metres / resolution) & (1 << bits - 1), bits: bits, resolution: resolution)
    }

    /// The distance at which the counter wraps.
    var range: Double { Double(1 << bits) * resolution }
  }

  static let counters = [
    Counter(bits: 16, resolution: 1), Counter(bits: 24, resolution: 1), Counter(bits: 32, resolution: 0.1),
  ]

  @Test(arguments: counters)
  func `a counter that wraps continues`(_ counter: Counter) {
    var meter = DistanceMeter()
    #expect(meter.add(total: counter.total(counter.range - 4), metresPerSecond: nil, after: nil) == nil)
    let metres = meter.add(total: counter.total(counter.range + 3), metresPerSecond: nil, after: .seconds(2))
    #expect(metres?.isAbout(7) == true)
  }

  @Test(arguments: counters)
  func `a counter that restarts is a new starting point`(_ counter: Counter) {
    var meter = DistanceMeter()
    _ = meter.add(total: counter.total(5000), metresPerSecond: nil, after: nil)
    #expect(meter.add(total: counter.total(0), metresPerSecond: nil, after: .seconds(1)) == nil)
    #expect(meter.add(total: counter.total(3), metresPerSecond: nil, after: .seconds(1))?.isAbout(3) == true)
  }

  @Test(arguments: counters, [-600.0, 600])
  func `the speed replaces a total that jumps`(_ counter: Counter, jump: Double) {
    var meter = DistanceMeter()
    _ = meter.add(total: counter.total(1000), metresPerSecond: 3, after: nil)
    #expect(meter.add(total: counter.total(1000 + jump), metresPerSecond: 3, after: .seconds(2)) == 6)
    #expect(meter.add(total: counter.total(1003 + jump), metresPerSecond: 3, after: .seconds(1))?.isAbout(3) == true)
  }

  @Test(arguments: counters)
  func `a late total contains the distance of the gap`(_ counter: Counter) {
    var meter = DistanceMeter()
    _ = meter.add(total: counter.total(1000), metresPerSecond: 3, after: nil)
    let metres = meter.add(total: counter.total(1090), metresPerSecond: 3, after: .seconds(30))
    #expect(metres?.isAbout(90) == true)
  }

  @Test func `a total that restarts in a gap results in an unknown distance`() {
    var meter = DistanceMeter()
    _ = meter.add(total: Self.counters[2].total(1000), metresPerSecond: 3, after: nil)
    #expect(meter.add(total: Self.counters[2].total(90), metresPerSecond: 3, after: .seconds(30)) == nil)
  }

  @Test func `without a total, the distance follows from the mean of two speeds`() {
    var meter = DistanceMeter()
    #expect(meter.add(total: nil, metresPerSecond: 2, after: nil) == nil)
    #expect(meter.add(total: nil, metresPerSecond: 4, after: .seconds(2)) == 6)
    #expect(meter.add(total: nil, metresPerSecond: 4, after: .seconds(5)) == 20)
    #expect(meter.add(total: nil, metresPerSecond: 4, after: .milliseconds(5001)) == nil)
    #expect(meter.add(total: nil, metresPerSecond: nil, after: .seconds(1)) == nil)
  }

  @Test func `a total between values without a total does not count their distance again`() {
    let counter = Self.counters[2]
    var meter = DistanceMeter()
    _ = meter.add(total: counter.total(100), metresPerSecond: 3, after: nil)
    #expect(meter.add(total: nil, metresPerSecond: 3, after: .seconds(1)) == 3)
    #expect(meter.add(total: counter.total(106), metresPerSecond: 3, after: .seconds(1))?.isAbout(3) == true)
  }

  @Test func `a total after an unknown distance does not contain that distance`() {
    let counter = Self.counters[2]
    var meter = DistanceMeter()
    _ = meter.add(total: counter.total(100), metresPerSecond: 3, after: nil)
    #expect(meter.add(total: nil, metresPerSecond: nil, after: .seconds(10)) == nil)
    #expect(meter.add(total: counter.total(133), metresPerSecond: nil, after: .seconds(1)) == nil)
  }

  @Test(arguments: counters)
  func `a sensor that stands still adds no distance`(_ counter: Counter) {
    var meter = DistanceMeter()
    _ = meter.add(total: counter.total(100), metresPerSecond: 0, after: nil)
    for _ in 0..<10 {
      #expect(meter.add(total: counter.total(100), metresPerSecond: 0, after: .seconds(1)) == 0)
    }
  }

  @Test func `a total in whole metres does not make the distance jump`() throws {
    var meter = DistanceMeter()
    _ = meter.add(total: Self.counters[1].total(0), metresPerSecond: 2.6, after: nil)
    for second in 1...100 {
      let total = Self.counters[1].total(2.6 * Double(second))
      let added = meter.add(total: total, metresPerSecond: 2.6, after: .seconds(1))
      let metres = try #require(added)
      #expect(metres.isAbout(2.6))
    }
  }

  @Test(arguments: seeds)
  func `the sum of the distances is within one step of the counter`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let counter = try #require(Self.counters.randomElement(using: &random))
    var position = Double.random(in: 0..<2 * counter.range, using: &random)
    let start = (position / counter.resolution).rounded(.down) * counter.resolution
    var (meter, sum) = (DistanceMeter(), 0.0)
    _ = meter.add(total: counter.total(position), metresPerSecond: 3, after: nil)
    for _ in 0..<300 {
      let speed = random.oneIn(4) ? 0 : Double.random(in: SensorRange.speed, using: &random)
      let seconds = random.oneIn(20) ? 30 : Double.random(in: 0...3, using: &random)
      position += speed * seconds
      // The speed of a sensor may be wrong; the total corrects it.
      let reported = random.oneIn(3) ? nil : speed * Double.random(in: 0.8...1.2, using: &random)
      let added = meter.add(
        total: counter.total(position), metresPerSecond: reported, after: .seconds(seconds))
      let metres = try #require(added)
      #expect(metres >= 0)
      sum += metres
      let total = (position / counter.resolution).rounded(.down) * counter.resolution - start
      #expect((total - 0.001...total + counter.resolution + 0.001).contains(sum))
    }
  }

  @Test(arguments: seeds)
  func `a total that jumps, restarts or is missing never adds an implausible distance`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let counter = Self.counters[Int.random(in: 0..<3, using: &random)]
    var (meter, position) = (DistanceMeter(), 0.0)
    for _ in 0..<300 {
      let seconds = Double.random(in: 0...20, using: &random)
      let speed = Double.random(in: SensorRange.speed, using: &random)
      position = random.oneIn(10) ? Double.random(in: 0..<counter.range, using: &random) : position + speed * seconds
      let metres = meter.add(
        total: random.oneIn(5) ? nil : counter.total(position), metresPerSecond: random.oneIn(5) ? nil : speed,
        after: .seconds(seconds))
      let limit = SensorRange.maxMetres(in: .seconds(seconds)) + counter.resolution
      #expect(metres.map { $0 >= 0 && $0 <= limit + 0.001 } ?? true)
    }
  }
}

extension Double {
  /// Whether the numbers are equal apart from rounding errors.
  func isAbout(_ other: Double) -> Bool { abs(self - other) < 1e-6 }
}
