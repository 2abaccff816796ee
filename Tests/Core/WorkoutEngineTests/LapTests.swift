import PlanNotation
import TestSupport
import Testing
import WorkoutModel

@testable import WorkoutEngine

/// Tests of the laps in the outcome of a workout.
@Suite struct LapTests {
  @Test func `each interval is a lap, with its rounds, its times and its distance`() throws {
    let laps = try Self.laps(of: "lead-in 10s\n2x(30s run @5:00/km, 15s walk @10:00/km)") { $0.runToEnd() }
    #expect(laps.map(\.interval.kind) == [.run, .walk, .run, .walk])
    #expect(laps.map(\.rounds) == [[1], [1], [2], [2]])
    #expect(laps.map(\.begin) == [.seconds(10), .seconds(40), .seconds(55), .seconds(85)])
    #expect(laps.map(\.end) == [.seconds(40), .seconds(55), .seconds(85), .seconds(100)])
    #expect(laps.map { ($0.metres ?? 0).rounded() } == [100, 25, 100, 25])
    #expect(laps.map(\.ending) == [.time, .time, .time, .time])
  }

  @Test func `a command ends a lap`() throws {
    let laps = try Self.laps(of: "lead-in off\n10m run, 20s walk, 100mtr run @5:00/km, 10m run, 10m walk") {
      simulator in
      simulator.run(for: .seconds(7))
      try simulator.handle(.next(out: false))
      simulator.run(for: .seconds(10))
      try simulator.handle(.previous)
      simulator.run(for: .seconds(20 + 30 + 5))
      try simulator.handle(.extend(by: .seconds(-3600)))
      simulator.run(for: .seconds(4))
      try simulator.handle(.stop)
    }
    #expect(laps.map(\.interval.kind) == [.run, .walk, .walk, .run, .run, .walk])
    #expect(laps.map(\.elapsed) == [7, 10, 20, 30, 5, 4].map { .seconds($0) })
    #expect(laps.map(\.ending) == [.next, .back, .time, .distance, .time, .stop])
  }

  @Test func `a pause belongs to the lap in which it ends`() throws {
    let laps = try Self.laps(of: "lead-in 10s\n30s run, 30s walk") { simulator in
      // This pause in the lead-in is not part of a lap.
      try simulator.handle(.pause(.user))
      simulator.run(for: .seconds(5))
      try simulator.handle(.resume)
      simulator.run(for: .seconds(10 + 20))
      try simulator.handle(.pause(.user))
      simulator.run(for: .seconds(60))
      try simulator.handle(.resume)
      simulator.run(for: .seconds(1))
      try simulator.handle(.pause(.user))
      simulator.run(for: .seconds(2))
      try simulator.handle(.next(out: false))
      simulator.run(for: .seconds(3))
      try simulator.handle(.resume)
      simulator.runToEnd()
    }
    #expect(laps.map(\.begin) == [.seconds(15), .seconds(96)])
    #expect(laps.map(\.end) == [.seconds(96), .seconds(131)])
    #expect(laps.map(\.elapsed) == [.seconds(21), .seconds(30)])
    #expect(laps[0].pauses == [Lap.Pause(begin: .seconds(35), end: .seconds(95))])
    #expect(laps[1].pauses == [Lap.Pause(begin: .seconds(96), end: .seconds(101))])
  }

  @Test func `laps are restored after a pause by a suspend, which belongs to the interrupted lap`() throws {
    var simulator = WorkoutSimulator()
    try simulator.handle(
      .start(try PlanFile("lead-in 10s\n9x(30s run, 30s walk)").workout(over: Settings()), replacing: false))
    simulator.run(for: .seconds(95))
    simulator.interruptAndPause(for: .seconds(600), by: .sleep)
    for isResumed in [false, true] {
      if isResumed {
        try simulator.handle(.resume)
        simulator.run(for: .seconds(30))
      }
      var restored = simulator
      try restored.restart()
      try restored.handle(.stop)
      let laps = try #require(restored.takeEvents().compactMap(\.effect.outcome).last).laps
      #expect(laps.prefix(2).map(\.begin) == [.seconds(10), .seconds(40)])
      #expect(laps.count == (isResumed ? 4 : 3))
      #expect(laps[2].elapsed == .seconds(isResumed ? 30 : 25))
      #expect(laps[2].pauses == (isResumed ? [Lap.Pause(begin: .seconds(95), end: .seconds(695))] : []))
    }
  }

  @Test func `a measured distance is spread over the laps until then`() throws {
    let laps = try Self.laps(of: "lead-in off\n5m run @5:00/km, 5m walk @10:00/km, 5m run @5:00/km") { simulator in
      simulator.run(for: .seconds(450))
      try simulator.handle(.correct(metres: 2500))
      simulator.runToEnd()
    }
    #expect(laps.compactMap(\.metres).map { ($0 * 10).rounded() / 10 } == [2000, 750, 1000])
  }

  @Test func `with a measured distance, an interval without a pace has the typical speed of its kind`() throws {
    let laps = try Self.laps(of: "lead-in off\n5m run @5:00/km, 5m walk, 10m walk") { simulator in
      simulator.run(for: .seconds(900))
      try simulator.handle(.correct(metres: 3000))
      try simulator.handle(.stop)
    }
    #expect(laps.compactMap(\.metres).map { $0.rounded() } == [1378, 811, 811])
  }

  @Test func `without paces and measurements, no lap has a distance`() throws {
    let laps = try Self.laps(of: "lead-in off\n5m run, 5m walk") { $0.runToEnd() }
    #expect(laps.map(\.metres) == [nil, nil])
  }

  @Test(arguments: seeds)
  func `laps follow each other, and their times and distances add up to the outcome`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    var simulator = WorkoutSimulator()
    try simulator.handle(.start(Workout(.random(using: &generator), settings: Settings()), replacing: false))
    for _ in 0..<40 where simulator.engine.workout != nil {
      try simulator.handle(.random(correcting: true, using: &generator))
      simulator.run(for: .milliseconds(Int.random(in: 0...60_000, using: &generator)))
    }
    if simulator.engine.workout != nil { try simulator.handle(.stop) }
    let outcome = try #require(simulator.takeEvents().compactMap(\.effect.outcome).last)
    #expect(outcome.laps.count == outcome.intervals)
    for (lap, next) in zip(outcome.laps, outcome.laps.dropFirst()) { #expect(lap.end == next.begin) }
    #expect(outcome.laps.allSatisfy { $0.elapsed >= .zero })
    #expect(outcome.laps.reduce(.zero) { $0 + $1.elapsed } == outcome.elapsed)
    // If no time was spent in intervals, a measured distance belongs to no lap.
    guard let metres = outcome.metres, outcome.elapsed > .zero else { return }
    let sum = outcome.laps.compactMap(\.metres).reduce(0, +)
    #expect(abs(sum - metres) < 1e-3)
  }

  @Test func `a long workout has exact totals and the last ten thousand laps`() throws {
    let outcome = try Self.outcome(of: "lead-in off\n5x(5000x(1s run @5:00/km, 1s walk @10:00/km))") { $0.runToEnd() }
    #expect(outcome.intervals == 50_000)
    #expect(outcome.elapsed == .seconds(50_000))
    #expect(outcome.laps.count == 10_000)
    #expect(outcome.laps.last?.rounds == [5, 5000])
  }

  @Test func `after a leap through an endless repeat, the last ten thousand laps are known`() throws {
    let outcome = try Self.outcome(of: "lead-in off\nforever (1s run, 2s walk)") { simulator in
      simulator.leap(to: simulator.now + .seconds(90_000))
      try simulator.handle(.stop)
    }
    #expect(outcome.intervals == 60_001)
    #expect(outcome.laps.count == 10_000)
    for (lap, next) in zip(outcome.laps, outcome.laps.dropFirst()) { #expect(lap.end == next.begin) }
    #expect(outcome.laps.last?.begin == .seconds(90_000))
  }

  @Test func `a restored workout has all laps of three thousand commands`() throws {
    let plan = "lead-in off\nforever (1h run @5:00/km)"
    let outcomes = try [false, true].map { isRestored in
      try Self.outcome(of: plan) { simulator in
        for number in 1...3000 {
          simulator.run(for: .milliseconds(number * 3 + 1))
          try simulator.handle([.next(out: false), .pause(.user), .resume, .extend(by: .seconds(1))][number % 4])
          if isRestored, number % 1000 == 0 { try simulator.restart() }
        }
        try simulator.handle(.stop)
      }
    }
    #expect(outcomes[0].laps.count == 751)
    #expect(outcomes[0] == outcomes[1])
  }

  @Test func `a workout whose lines of laps are missing has the laps since then, and those after a damaged line`()
    throws
  {
    var simulator = WorkoutSimulator()
    try simulator.handle(
      .start(try PlanFile("lead-in off\n9x(30s run, 30s walk)").workout(over: Settings()), replacing: false))
    simulator.run(for: .seconds(95))
    var engine = simulator.engine
    let lines = engine.takeLapLines()
    #expect(lines.count == 7)
    let stale = ["2 end 1 -", "3 begin 1 0/1"]
    for (lines, laps) in [
      (lines, 4), (stale + lines, 4), (lines + ["8 end 90 -", "9 begin 90 0/1"], 4), ([], 1),
      (Array(lines.dropLast()), 1),
      (Array(lines.dropFirst(3)), 2), (lines.map { $0.hasPrefix("2 ") ? "2 end x" : $0 }, 3),
      (lines.map { $0.hasPrefix("7 ") ? "7 begin 89 0.1/1" : $0 }, 1),
    ] {
      var restored = simulator
      try restored.restart(lapLines: lines)
      #expect(restored.engine.hasLostLaps == (laps < 4))
      try restored.handle(.stop)
      #expect(restored.takeEvents().compactMap(\.effect.outcome).last?.laps.count == laps)
    }
  }

  private static func laps(of plan: String, _ run: (inout WorkoutSimulator) throws -> Void) throws -> [Lap] {
    try outcome(of: plan, run).laps
  }

  private static func outcome(of plan: String, _ run: (inout WorkoutSimulator) throws -> Void) throws -> Outcome {
    var simulator = WorkoutSimulator()
    try simulator.handle(.start(try PlanFile(plan).workout(over: Settings()), replacing: false))
    try run(&simulator)
    return try #require(simulator.takeEvents().compactMap(\.effect.outcome).last)
  }
}
