import PlanNotation
import TestSupport
import Testing
import WorkoutModel

@testable import WorkoutEngine

/// Properties of measured workouts with random plans, commands and values.
@Suite struct MeasuredPropertyTests {
  @Test(arguments: 0..<150)
  func `the laps add up to the measured distance, and a restored workout has the same laps`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    guard var simulator = try Self.started(using: &generator) else { return }
    var restored = simulator
    for _ in 0..<60 where simulator.engine.session != nil {
      let speed = Double.random(in: 0...6, using: &generator)
      switch Int.random(in: 0..<12, using: &generator) {
      case 0: try simulator.handle(.random(correcting: true, using: &generator))
      case 1: simulator.run(for: .milliseconds(Int.random(in: 0...20_000, using: &generator)))
      case 2: simulator.measure(metres: nil, metresPerSecond: speed)
      case 3: simulator.interrupt(for: .seconds(Int.random(in: 1...2000, using: &generator)), by: .sleep)
      default: simulator.run(for: .seconds(Int.random(in: 1...20, using: &generator)), at: speed)
      }
      if simulator.engine.session != nil { restored = simulator }
    }
    let session = try #require(restored.engine.session)
    #expect((session.progress(at: restored.now).metres ?? 0) >= 0)
    let own = Self.outcome(of: restored)
    try restored.restart()
    #expect(Self.outcome(of: restored) == own)
    if let metres = own.metres, own.elapsed > .zero, own.laps.count == own.intervals {
      #expect(abs(own.laps.compactMap(\.metres).reduce(0, +) - metres) < 1e-3)
    }
  }

  @Test(arguments: 0..<150)
  func `values that agree with the estimate change nothing`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    guard var measured = try Self.started(speed: 3, using: &generator) else { return }
    var estimated = measured
    measured.measure(metres: nil, metresPerSecond: 3)
    for _ in 0..<1000 {
      measured.run(for: .seconds(1), at: 3)
      estimated.run(for: .seconds(1))
    }
    let pairs = zip(measured.takeEvents(), estimated.takeEvents())
    for (own, other) in pairs {
      #expect(own.progress?.number == other.progress?.number)
      #expect(abs((own.at - other.at) / .microseconds(1)) < 1)
    }
    let (own, other) = (measured.engine.progress(at: measured.now), estimated.engine.progress(at: estimated.now))
    #expect(own?.number == other?.number)
    #expect(abs((own?.metres ?? 0) - (other?.metres ?? 0)) < 1e-3)
  }

  /// Starts a random plan in which every interval has a pace; with `speed`, all intervals have this speed.
  private static func started(
    speed: Double? = nil, using generator: inout SplitMix64
  ) throws -> WorkoutSimulator? {
    var plan = Plan.random(Plan.Ingredients(), using: &generator)
    if let speed { plan = Plan(plan.steps.map { $0.at(.speed(speed, .metresPerSecond)) }) }
    guard let workout = try? Workout(plan, settings: .withoutCues) else { return nil }
    var simulator = WorkoutSimulator()
    try simulator.handle(.start(workout, replacing: false))
    return simulator
  }

  private static func outcome(of simulator: WorkoutSimulator) -> Outcome {
    var simulator = simulator
    _ = simulator.takeEvents()
    try? simulator.handle(.stop)
    guard let outcome = simulator.events.compactMap(\.effect.outcome).last else {
      preconditionFailure("the workout has ended")
    }
    return outcome
  }
}

extension Step {
  /// The step in which all intervals have a pace.
  fileprivate func at(_ pace: Pace) -> Step {
    switch self {
    case .interval(var interval):
      interval.pace = pace
      return .interval(interval)
    case .repeat(var `repeat`):
      `repeat`.body = `repeat`.body.map { $0.at(pace) }
      return .repeat(`repeat`)
    }
  }
}
