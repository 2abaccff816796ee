import PlanNotation
import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel

/// Tests of commands that move through a workout or extend an interval.
@Suite struct EngineCommandTests {
  @Test func `next moves to the next interval or out of the repeat, or finishes the workout`() throws {
    var simulator = WorkoutSimulator()
    try simulator.start("lead-in off\n5x(10s run @5:00/km, 10s walk @10:00/km), 1m cooldown")
    simulator.run(for: .seconds(3))
    try simulator.handle(.next(out: false))
    var progress = try #require(simulator.engine.progress(at: simulator.now))
    #expect(progress.interval?.kind == .walk)
    #expect(progress.elapsed == .seconds(3))
    #expect(progress.metres == 10)
    #expect(progress.deadline == simulator.now + .seconds(10))
    simulator.run(for: .seconds(1))
    try simulator.handle(.next(out: true))
    progress = try #require(simulator.engine.progress(at: simulator.now))
    #expect(progress.interval?.kind == .cooldown)
    #expect(progress.number == 11)
    #expect(progress.rounds.isEmpty)
    #expect(progress.elapsed == .seconds(4))
    #expect(progress.remaining == .seconds(60))
    try simulator.handle(.next(out: true))
    guard case .finished(let outcome, nil) = simulator.takeEvents().last?.effect else {
      return #expect(Bool(false), "not finished")
    }
    #expect(outcome.completed)
    #expect(outcome.elapsed == .seconds(4))
    #expect(outcome.intervals == 3)
  }

  @Test func `previous restarts the interval or, in its first three seconds, moves to the previous interval`() throws {
    var simulator = WorkoutSimulator()
    try simulator.start("lead-in off\n30s run, 30s walk, 30s run")
    simulator.run(for: .seconds(33))
    try simulator.handle(.previous)
    var progress = try #require(simulator.engine.progress(at: simulator.now))
    #expect(progress.number == 2)
    #expect(progress.intervalElapsed == .zero)
    #expect(progress.elapsed == .seconds(33))
    simulator.run(for: .milliseconds(2999))
    try simulator.handle(.previous)
    progress = try #require(simulator.engine.progress(at: simulator.now))
    #expect(progress.number == 1)
    #expect(progress.remaining == .seconds(90))
    try simulator.handle(.previous)
    #expect(simulator.engine.progress(at: simulator.now)?.number == 1)
  }

  @Test func `next, next out and previous move through repeats as scheduled`() throws {
    var simulator = WorkoutSimulator()
    try simulator.start("lead-in off\n2x(10s run, 3x(5s walk)), forever (20s jog, 9s rest), 1m cooldown")
    let moves: [(Command, kind: Kind, number: Int, rounds: [Int])] = [
      (.next(out: false), .walk, 2, [1, 1]), (.next(out: false), .walk, 3, [1, 2]), (.previous, .walk, 2, [1, 1]),
      (.next(out: true), .run, 5, [2]), (.previous, .walk, 4, [1, 3]), (.next(out: false), .run, 5, [2]),
      (.next(out: true), .jog, 9, [1]), (.previous, .walk, 8, [2, 3]), (.next(out: true), .jog, 9, [1]),
      (.next(out: false), .rest, 10, [1]), (.next(out: false), .jog, 11, [2]),
      (.next(out: true), .cooldown, 12, []), (.previous, .jog, 11, [2]), (.previous, .rest, 10, [1]),
      (.next(out: true), .cooldown, 11, []),
    ]
    for (index, move) in moves.enumerated() {
      try simulator.handle(move.0)
      let progress = try #require(simulator.engine.progress(at: simulator.now))
      #expect(progress.interval?.kind == move.kind, "move \(index)")
      #expect(progress.number == move.number, "move \(index)")
      #expect(progress.rounds.map(\.number) == move.rounds, "move \(index)")
      simulator.run(for: .seconds(2))
    }
  }

  @Test func `extend changes only the current interval, and an end in the past is moved to now`() throws {
    var simulator = WorkoutSimulator()
    let start = simulator.now
    try simulator.start("lead-in off\n3x 10s run")
    try simulator.handle(.extend(by: .seconds(5)))
    simulator.run(for: .seconds(15))
    #expect(simulator.engine.progress(at: simulator.now)?.number == 2)
    #expect(simulator.engine.nextDeadline == start + .seconds(25))
    simulator.run(for: .seconds(6))
    _ = simulator.takeEvents()
    try simulator.handle(.extend(by: .seconds(-60)))
    #expect(
      simulator.takeEvents().map(\.effect)
        == [.extended(by: .seconds(-60)), .intervalBegan(lateness: nil, missed: 0)])
    #expect(simulator.engine.nextDeadline == start + .seconds(31))
  }

  @Test func `an interval extended several times ends within the maximum duration`() throws {
    var simulator = WorkoutSimulator()
    try simulator.start("lead-in off\n10s run")
    for _ in 0..<3 { try simulator.handle(.extend(by: PlanLimits.maxDuration)) }
    #expect(simulator.engine.nextDeadline == simulator.now + PlanLimits.maxDuration)
  }

  @Test func `the lead-in can be extended, skipped and restarted`() throws {
    var simulator = WorkoutSimulator()
    let start = simulator.now
    try simulator.start("10s run")
    try simulator.handle(.extend(by: .seconds(10)))
    #expect(simulator.engine.nextDeadline == start + .seconds(15))
    simulator.run(for: .seconds(8))
    try simulator.handle(.previous)
    #expect(simulator.engine.nextDeadline == start + .seconds(13))
    try simulator.handle(.next(out: false))
    #expect(simulator.engine.nextDeadline == start + .seconds(18))
    #expect(simulator.engine.progress(at: simulator.now)?.elapsed == .zero)
  }

  @Test(arguments: [("run", true), ("rest", false)])
  func `an open interval lasts until next, extend has no effect on it, and its distance is unknown unless it is a rest`(
    kind: String, isPartial: Bool
  ) throws {
    var simulator = WorkoutSimulator()
    try simulator.start("lead-in off\nopen \(kind), 10s walk @2.5m/s")
    try simulator.handle(.extend(by: .seconds(-5)))
    #expect(simulator.engine.nextDeadline == nil)
    simulator.run(for: .seconds(4000))
    let progress = try #require(simulator.engine.progress(at: simulator.now))
    #expect(progress.remaining == nil)
    #expect(progress.intervalRemaining == nil)
    #expect(progress.remainingDistance == KnownDistance(metres: 25, time: .seconds(10), isPartial: isPartial))
    #expect(progress.elapsed == .seconds(4000))
    try simulator.handle(.next(out: false))
    #expect(simulator.engine.progress(at: simulator.now)?.remaining == .seconds(10))
  }

  @Test func `moving a paused workout leaves it paused`() throws {
    var simulator = WorkoutSimulator()
    try simulator.start("lead-in off\n10s run, 20s walk")
    simulator.run(for: .seconds(5))
    try simulator.handle(.pause(.user))
    simulator.run(for: .seconds(50))
    try simulator.handle(.next(out: false))
    #expect(simulator.engine.nextDeadline == nil)
    simulator.run(for: .seconds(7))
    try simulator.handle(.resume)
    #expect(simulator.engine.nextDeadline == simulator.now + .seconds(20))
    #expect(simulator.engine.progress(at: simulator.now)?.elapsed == .seconds(5))
  }

  @Test func `if an interval ends during a pause, the next interval begins on resume`() throws {
    var simulator = WorkoutSimulator()
    try simulator.start("lead-in off\n10s run, 20s walk")
    try simulator.handle(.pause(.user))
    try simulator.handle(.extend(by: .seconds(-60)))
    #expect(simulator.engine.progress(at: simulator.now)?.intervalRemaining == .zero)
    simulator.run(for: .seconds(3))
    _ = simulator.takeEvents()
    try simulator.handle(.resume)
    #expect(simulator.takeEvents().map(\.effect) == [.intervalBegan(lateness: .zero, missed: 0)])
  }
}
