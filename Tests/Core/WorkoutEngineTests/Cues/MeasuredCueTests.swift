import TestSupport
import TestTraits
import Testing
import WorkoutEngine
import WorkoutModel

/// Tests of the cues of a measured workout, whose times move with each value of the sensor.
@Suite struct MeasuredCueTests {
  @Test(arguments: 0..<50, [[Channel.notification], [.notification, .sound, .voice]])
  func `each cue of an interval with a distance is given once`(seed: UInt64, channels: Set<Channel>) throws {
    var generator = SplitMix64(seed: seed)
    var simulator = try MeasuredDistanceTests.started("2x(1.25km run @4m/s, 400mtr walk @1.5m/s)") { settings in
      var settings = settings
      for cue in Cue.allCases { settings.cues[cue] = channels }
      settings.remainingEvery = .seconds(120)
      return Self.rules(settings)
    }
    while simulator.engine.workout != nil {
      let period = Duration.milliseconds(Int.random(in: 500...1500, using: &generator))
      simulator.run(for: period, at: Double.random(in: 2.5...3.5, using: &generator), every: period)
    }
    var occasions: [Int: [Occasion]] = [:]
    for event in simulator.events {
      guard case .announced(let announcement) = event.effect, let number = event.progress?.number else { continue }
      occasions[number, default: []].append(announcement.occasion)
    }
    for number in 1...4 {
      let given = occasions[number] ?? []
      // A number whose time has moved past the present by more than half a second is left out.
      let counts = given.filter { $0.cue == .countdown }
      #expect(counts == [.countdown(3), .countdown(2), .countdown(1)].filter(counts.contains))
      #expect(counts.count >= 2)
      #expect(given.filter { $0 == .halfway(.interval) }.count == 1)
      #expect(given.filter { $0 == .next }.count == (number < 4 ? 1 : 0))
    }
    let all = simulator.events.compactMap { event in
      if case .announced(let announcement) = event.effect { announcement.occasion } else { nil }
    }
    #expect(all.filter { $0.cue == .split } == [.split(1), .split(2), .split(3)])
    #expect(all.filter { $0 == .halfway(.workout) }.count == 1)
    #expect((7...11).contains(all.filter { $0 == .remaining }.count))
  }

  @Test(arguments: [(292, Occasion.next, 2.0), (298, .countdown(3), 3), (180, .halfway(.interval), 2.7)])
  func `the first value does not repeat a cue that has been given`(seconds: Int, cue: Occasion, speed: Double) throws {
    var simulator = try MeasuredDistanceTests.started("900mtr run @3m/s, 30s walk @1m/s", isMeasured: false) {
      settings in
      var settings = settings
      for cue in Cue.allCases { settings.cues[cue] = [.notification] }
      return Self.rules(settings)
    }
    simulator.run(for: .seconds(seconds))
    simulator.measure(metres: nil, metresPerSecond: speed)
    simulator.run(for: .seconds(400), at: speed)
    let given = simulator.events.filter { event in
      guard case .announced(let announcement) = event.effect else { return false }
      return announcement.occasion == cue && event.progress?.number == 1
    }
    #expect(given.count == 1)
  }

  @Test func `the countdown is not given again if the runner stands still before the end`() throws {
    var simulator = try MeasuredDistanceTests.started("400mtr run @2m/s, 30s walk @1m/s") { settings in
      var settings = settings
      for cue in Cue.allCases { settings.cues[cue] = cue == .countdown ? [.notification] : [] }
      return Self.rules(settings)
    }
    simulator.run(for: .seconds(198), at: 2)
    simulator.run(for: .seconds(10), at: 0.1)
    simulator.run(for: .seconds(10), at: 2)
    let counts = simulator.events.compactMap { event -> Int? in
      guard case .announced(let announcement) = event.effect, case .countdown(let count) = announcement.occasion else {
        return nil
      }
      return count
    }
    #expect(counts == [3, 2, 1])
  }

  /// The search for more important cues must end, although a value moves the times of these cues to the past.
  @Test(.hangLimit)
  func `spoken cues continue after the sensor has fallen silent`() throws {
    var simulator = try MeasuredDistanceTests.started(
      "30s run @6:00/km, 30s walk @10:00/km", isMeasured: false, cues: Self.rules)
    simulator.measure(metres: nil, metresPerSecond: 2.874)
    simulator.runToEnd()
    #expect(simulator.now == Instant(sinceOrigin: .seconds(1060)))
    #expect(simulator.engine.workout == nil)
  }

  private static func rules(_ settings: Settings) -> CueRules {
    CueRules(settings, units: DisplayUnits(distance: .kilometres, pace: .minutesPerKilometre), title: nil)
  }
}
