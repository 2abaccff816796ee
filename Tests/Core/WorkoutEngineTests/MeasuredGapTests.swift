import TestSupport
import Testing
import WorkoutModel

@testable import WorkoutEngine

/// Tests of times without values of the distance sensor.
@Suite struct MeasuredGapTests {
  @Test(arguments: [(1, 1800.0, 600, 103.0), (5, 2, 1, 110), (5, 12, 5, 112), (30, 60, 30, 160)])
  func `a distance counts for the time in which it was covered`(
    gap: Int, metres: Double, span: Int, total: Double
  ) throws {
    var simulator = try MeasuredDistanceTests.started("1km run @4m/s, 60s walk @1m/s")
    simulator.run(for: .seconds(50), at: 2)
    simulator.run(for: .seconds(gap))
    simulator.measure(metres: metres, in: .seconds(span), metresPerSecond: 2)
    #expect(try simulator.progress.metres?.isNear(total, 1e-6) == true)
  }

  @Test func `a correction during a silence is the starting point of the next value`() throws {
    var simulator = try MeasuredDistanceTests.started("3km run @4m/s, 60s walk @1m/s")
    simulator.run(for: .seconds(50), at: 2)
    simulator.run(for: .seconds(200))
    #expect(try simulator.progress.metres?.isNear(890, 1e-6) == true)
    try simulator.handle(.correct(metres: 60))
    try simulator.restart()
    simulator.run(for: .seconds(10))
    simulator.measure(metres: 420, in: .seconds(210), metresPerSecond: 2)
    #expect(try simulator.progress.metres?.isNear(80, 1e-6) == true)
    try simulator.handle(.stop)
    let outcome = try #require(simulator.events.compactMap(\.effect.outcome).last)
    #expect(outcome.laps.compactMap(\.metres).map { $0.rounded() } == [80])
  }

  @Test func `rounds that pass while the computer sleeps have the paces of the plan`() throws {
    var simulator = try MeasuredDistanceTests.started("forever (400mtr run @4m/s, 60s walk @1m/s)")
    simulator.run(for: .seconds(60), at: 5)
    let before = try #require(try simulator.progress.metres)
    simulator.interrupt(for: .seconds(1600), by: .sleep)
    // The present run ends after 5 s at the measured speed and 18.75 s at the pace of the plan.
    let rounds = Int((1600 - 23.75 - 60) / 160)
    #expect(try simulator.progress.number == 3 + 2 * rounds)
    simulator.measure(metres: nil, metresPerSecond: 4)
    var restored = simulator
    try restored.restart()
    try simulator.handle(.stop)
    try restored.handle(.stop)
    let outcomes = [simulator, restored].compactMap { $0.events.compactMap(\.effect.outcome).last }
    #expect(outcomes[0].laps.map(\.begin) == outcomes[1].laps.map(\.begin))
    #expect(outcomes[0].laps.map { ($0.metres ?? 0).rounded() } == outcomes[1].laps.map { ($0.metres ?? 0).rounded() })
    #expect(outcomes[0].laps.prefix(5).map { ($0.metres ?? 0).rounded() } == [400, 60, 400, 60, 400])
    #expect((outcomes[0].metres ?? 0) > before)
  }

  @Test func `a workout with a single value is not measured`() throws {
    var simulator = try MeasuredDistanceTests.started("lead-in 10s\n400mtr run @4m/s")
    simulator.runToEnd()
    let outcome = try #require(simulator.events.compactMap(\.effect.outcome).last)
    #expect(!outcome.isMeasured)
  }
}
