import PlanNotation
import TestSupport
import Testing
import WorkoutModel

@testable import WorkoutEngine

/// Tests of the effects of a distance sensor on a workout.
@Suite struct MeasuredDistanceTests {
  @Test func `an interval with a distance ends where the measured distance reaches its goal`() throws {
    // The plan expects 100 s.
    var simulator = try Self.started("400mtr run @4m/s, 60s walk @1m/s")
    simulator.run(for: .seconds(100), at: 3.2)
    #expect(try simulator.progress.number == 1)
    #expect(try simulator.progress.interval?.metres == 400)
    #expect(try simulator.progress.metres?.isNear(320, 1e-6) == true)
    simulator.run(for: .seconds(30), at: 3.2)
    let began = try #require(simulator.beginnings.last)
    #expect((began - simulator.start).isNear(.seconds(125)))
    #expect(try simulator.progress.number == 2)
    #expect(try simulator.progress.metres?.isNear(416, 1e-6) == true)
  }

  @Test func `a repeat ends where the measured distance reaches its goal`() throws {
    var simulator = try Self.started("until 5km (30s run @11:30/mi, 40s walk @16:30/mi), 5m cooldown @16:30/mi")
    simulator.run(for: .seconds(2200), at: 2.5)
    let cooldown = try #require(simulator.beginnings.last)
    #expect((cooldown - simulator.start).isNear(.seconds(2000)))
    #expect(try simulator.progress.interval?.kind.rawValue == "cooldown")
    #expect(try simulator.progress.metres?.isNear(5500, 1e-6) == true)
  }

  @Test(arguments: [
    "30s run @4m/s, 90s walk @2m/s, 30s run", "6x(20s work, 10s rest)", "until 150s (20s run @4m/s, 10s rest)",
  ])
  func `intervals with a time never change`(plan: String) throws {
    var measured = try Self.started(plan)
    var estimated = try Self.started(plan, isMeasured: false)
    measured.run(for: .seconds(20), at: 1)
    measured.run(for: .seconds(200), at: 3, every: .milliseconds(250))
    estimated.run(for: .seconds(220))
    #expect(measured.beginnings == estimated.beginnings)
    #expect(measured.engine.session == nil)
    #expect(measured.now == estimated.now)
  }

  @Test func `a runner who stands still does not finish a distance`() throws {
    var simulator = try Self.started("400mtr run @4m/s, 60s walk @1m/s")
    simulator.run(for: .seconds(98), at: 4)
    simulator.run(for: .seconds(60), at: 0)
    #expect(try simulator.progress.number == 1)
    #expect(try simulator.progress.metres?.isNear(392, 1e-6) == true)
    simulator.run(for: .seconds(3), at: 4)
    #expect(try simulator.progress.number == 2)
  }

  @Test func `after five seconds without values, the distance continues at the pace of the plan`() throws {
    var simulator = try Self.started("400mtr run @4m/s, 60s walk @1m/s")
    simulator.run(for: .seconds(50), at: 2)
    simulator.run(for: .seconds(5))
    #expect(try simulator.progress.metres?.isNear(110, 1e-6) == true)
    simulator.run(for: .seconds(10))
    #expect(try simulator.progress.metres?.isNear(150, 1e-6) == true)
    simulator.run(for: .seconds(62.5))
    #expect(try simulator.progress.number == 2)
    #expect((try #require(simulator.beginnings.last) - simulator.start).isNear(.seconds(127.5)))
    #expect(try simulator.progress.metres?.isNear(400, 1e-6) == true)
  }

  @Test func `a late value replaces the whole estimate since the last value`() throws {
    var simulator = try Self.started("1km run @4m/s, 60s walk @1m/s")
    simulator.run(for: .seconds(50), at: 2)
    simulator.run(for: .seconds(30))
    simulator.measure(metres: 60, metresPerSecond: 2)
    #expect(try simulator.progress.metres?.isNear(160, 1e-6) == true)
    simulator.run(for: .seconds(600), at: 2)
    #expect((try #require(simulator.beginnings.last) - simulator.start).isNear(.seconds(500)))
  }

  @Test func `the estimate remains for a time whose distance is unknown`() throws {
    var simulator = try Self.started("1km run @4m/s, 60s walk @1m/s")
    simulator.run(for: .seconds(50), at: 2)
    simulator.run(for: .seconds(30))
    simulator.measure(metres: nil, metresPerSecond: 2)
    #expect(try simulator.progress.metres?.isNear(100 + 10 + 100, 1e-6) == true)
    simulator.run(for: .seconds(10), at: 2)
    #expect(try simulator.progress.metres?.isNear(230, 1e-6) == true)
  }

  @Test func `the distance during the lead-in and pauses does not count`() throws {
    var simulator = try Self.started("lead-in 10s\n400mtr run @4m/s, 60s walk @1m/s")
    simulator.run(for: .seconds(9), at: 2)
    simulator.run(for: .seconds(2))
    simulator.measure(metres: 4, metresPerSecond: 2)
    #expect(try simulator.progress.metres?.isNear(2, 1e-6) == true)
    simulator.run(for: .milliseconds(500))
    try simulator.handle(.pause(.user))
    simulator.run(for: .milliseconds(500))
    simulator.measure(metres: 2, metresPerSecond: 2)
    #expect(try simulator.progress.metres?.isNear(3, 1e-6) == true)
    simulator.run(for: .seconds(30), at: 3)
    simulator.run(for: .milliseconds(500))
    try simulator.handle(.resume)
    #expect(try simulator.progress.metres?.isNear(3, 1e-6) == true)
    simulator.run(for: .milliseconds(500))
    simulator.measure(metres: 3, metresPerSecond: 3)
    #expect(try simulator.progress.metres?.isNear(4.5, 1e-6) == true)
  }

  @Test func `a workout without paces has a distance from the first value`() throws {
    var simulator = try Self.started("3x(30s run, 30s walk)", isMeasured: false)
    simulator.run(for: .seconds(10))
    #expect(try simulator.progress.metres == nil)
    simulator.run(for: .seconds(100), at: 2)
    #expect(try simulator.progress.metres?.isNear(198, 1e-6) == true)
    try simulator.handle(.stop)
    let outcome = try #require(simulator.takeEvents().last?.effect.outcome)
    #expect(outcome.isMeasured)
    #expect(!outcome.isCorrected)
    #expect(outcome.laps.dropFirst().map { ($0.metres ?? 0).rounded() } == [60, 60, 40])
  }

  @Test func `a distance before a sensor connects counts, and the first value makes the distance whole`() throws {
    var simulator = try Self.started("1km run @5:00/km, 1m walk, 5m walk", isMeasured: false)
    simulator.run(for: .seconds(340))
    #expect(
      try simulator.progress.distance == KnownDistance(metres: 1000, time: .seconds(300), isPartial: true))
    simulator.run(for: .seconds(20), at: 2)
    let distance = try simulator.progress.distance
    #expect(!distance.isPartial)
    #expect(distance.metres.isNear(1038, 1e-6))
    #expect(distance.time == .seconds(360))
  }

  @Test func `a silence in a workout without paces adds no distance`() throws {
    var simulator = try Self.started("3x(30s run, 30s walk)")
    simulator.run(for: .seconds(60), at: 2)
    simulator.run(for: .seconds(100))
    #expect(try simulator.progress.metres?.isNear(130, 1e-6) == true)
    simulator.run(for: .seconds(20))
    let outcome = try #require(simulator.events.compactMap(\.effect.outcome).last)
    #expect((outcome.metres ?? 0).isNear(130, 1e-6))
  }

  @Test func `a correction moves the distance, to which later values are added`() throws {
    var simulator = try Self.started("until 2km (60s run @4m/s, 60s walk @2m/s)")
    simulator.run(for: .seconds(100), at: 2.5)
    try simulator.handle(.correct(metres: 1000))
    #expect(try simulator.progress.isCorrected)
    simulator.run(for: .seconds(100), at: 2.5)
    #expect(try simulator.progress.metres?.isNear(1250, 1e-6) == true)
    simulator.run(for: .seconds(500), at: 2.5)
    let outcome = try #require(simulator.events.compactMap(\.effect.outcome).last)
    #expect((simulator.events.last?.at ?? simulator.now) - simulator.start < .seconds(501))
    #expect((outcome.metres ?? 0).isNear(2000, 1e-6))
    #expect(outcome.isCorrected && outcome.isMeasured)
  }

  @Test func `the laps have their measured distances`() throws {
    var simulator = try Self.started("2x(400mtr run @4m/s, 60s walk @1m/s)")
    for speed in [3.0, 2, 5, 2.5] {
      let number = try simulator.progress.number
      while simulator.engine.session != nil, try simulator.progress.number == number {
        simulator.run(for: .milliseconds(100), at: speed, every: .milliseconds(100))
      }
    }
    let outcome = try #require(simulator.events.compactMap(\.effect.outcome).last)
    let expected = [400.0, 120, 400, 150]
    for (lap, metres) in zip(outcome.laps, expected) { #expect(abs((lap.metres ?? 0) - metres) < 1) }
    #expect(outcome.laps.compactMap(\.metres).reduce(0, +).isNear(outcome.metres ?? 0, 1e-6))
  }
}

extension MeasuredDistanceTests {
  /// Starts a workout without cues and, by default, without a lead-in.
  ///
  /// If `isMeasured` is true, the first value of the sensor arrives at the start.
  static func started(
    _ text: String, isMeasured: Bool = true, cues: (Settings) -> CueRules = { _ in .none }
  ) throws -> WorkoutSimulator {
    let file = try PlanFile(text)
    var settings = file.settings
    settings.leadIn = settings.leadIn ?? .zero
    var simulator = WorkoutSimulator()
    try simulator.handle(.start(Workout(file.plan, settings: settings), cues: cues(settings), replacing: false))
    if isMeasured { simulator.measure(metres: nil, metresPerSecond: 0) }
    return simulator
  }
}

extension WorkoutSimulator {
  fileprivate var start: Instant { Instant(sinceOrigin: .seconds(1000)) }

  /// The instants at which intervals began, on the engine's schedule.
  fileprivate var beginnings: [Instant] {
    events.compactMap { event in
      guard case .intervalBegan(let lateness, _, _) = event.effect else { return nil }
      return event.at - (lateness ?? .zero)
    }
  }
}

extension Duration {
  fileprivate func isNear(_ other: Duration) -> Bool { abs((self - other) / .milliseconds(1)) < 1 }
}
