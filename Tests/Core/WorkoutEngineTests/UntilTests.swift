import TestSupport
import Testing
import WorkoutModel

@testable import WorkoutEngine

/// Tests of repeats with a goal after commands: a repeat ends when what was really done in it reaches the goal.
@Suite struct UntilTests {
  static let distance = "until 5km (1m run @6:00/km, 1m walk @10:00/km)"
  static let time = "until 10m (1m run @6:00/km, 1m walk @10:00/km)"

  @Test func `an until ends at its distance after an extension and skipped intervals`() throws {
    var simulator = try CorrectionTests.running(Self.distance, for: .seconds(70))
    try simulator.handle(.extend(by: .seconds(120)))
    #expect(try #require(simulator.progress.expectedMetres).isNear(5000, 1e-6))
    for _ in 0..<3 { try simulator.handle(.next(out: false)) }
    #expect(try #require(simulator.progress.expectedMetres).isNear(5000, 1e-6))
    #expect(try #require(Self.outcome(of: simulator).metres).isNear(5000, 1e-6))
  }

  @Test(arguments: [
    [Command.extend(by: .seconds(10))], [.extend(by: .seconds(-10))], [.next(out: false)], [.previous],
    [.next(out: false), .previous, .extend(by: .seconds(100)), .next(out: false), .extend(by: .seconds(-5))],
  ])
  func `an until ends at its goal after any commands`(commands: [Command]) throws {
    for seconds in [1, 30, 61, 100, 500] {
      var simulator = try CorrectionTests.running(Self.distance, for: .seconds(seconds))
      for command in commands {
        try simulator.handle(command)
        #expect(try #require(simulator.progress.expectedMetres).isNear(5000, 1e-6))
        simulator.run(for: .seconds(7))
      }
      #expect(try #require(Self.outcome(of: simulator).metres).isNear(5000, 1e-6))

      simulator = try CorrectionTests.running(Self.time, for: .seconds(seconds))
      for command in commands {
        try simulator.handle(command)
        #expect(try simulator.progress.elapsed + (simulator.progress.remaining ?? .zero) == .seconds(600))
        simulator.run(for: .seconds(7))
      }
      #expect(try Self.outcome(of: simulator).elapsed == .seconds(600))
    }
  }

  @Test func `an extension moves the end of an interval at most to the end of its until`() throws {
    var simulator = try CorrectionTests.running("until 90s (1m run), 1m walk", for: .seconds(70))
    #expect(try simulator.progress.intervalRemaining == .seconds(20))
    try simulator.handle(.extend(by: .seconds(100)))
    #expect(try simulator.progress.intervalRemaining == .seconds(20))
    try simulator.handle(.extend(by: .seconds(-15)))
    #expect(try simulator.progress.intervalRemaining == .seconds(5))
    // After the shorter interval, another round of 15 s is left.
    #expect(try simulator.progress.rounds == [Round(number: 2, of: 3)])
    #expect(try simulator.progress.remaining == .seconds(80))
  }

  @Test func `a correction beyond the goal ends the until at once`() throws {
    var simulator = try CorrectionTests.running("until 1km (1m run @5:00/km), 1m walk @10:00/km", for: .seconds(90))
    try simulator.handle(.correct(metres: 1100))
    #expect(try simulator.progress.interval?.kind == .walk)
    #expect(try simulator.progress.metres == 1100)
    #expect(try #require(Self.outcome(of: simulator).metres).isNear(1200))
  }

  @Test func `next out of an inner until leaves only this until`() throws {
    var simulator = try CorrectionTests.running("until 10m (until 5m (1m run), 1m walk)", for: .seconds(90))
    try simulator.handle(.next(out: true))
    #expect(try simulator.progress.interval?.kind == .walk)
    #expect(try simulator.progress.rounds.map(\.number) == [1])
    #expect(try simulator.progress.remaining == .seconds(510))
    try simulator.handle(.next(out: true))
    #expect(simulator.engine.workout == nil)
  }

  @Test func `moving back into a repeat that commands have shortened never counts below the first interval`() throws {
    var simulator = try CorrectionTests.running("until 5m (1m run), until 5m (1m walk)", for: .zero)
    try simulator.handle(.next(out: true))
    // This command replaces the changes of the first repeat, so the first repeat is as planned again.
    try simulator.handle(.extend(by: .seconds(10)))
    for _ in 0..<3 {
      try simulator.handle(.previous)
      #expect(try simulator.progress.interval?.kind == .run)
      #expect(try simulator.progress.number == 1)
    }
    let workout = try #require(simulator.engine.workout)
    let snapshot = try #require(simulator.engine.snapshot)
    #expect(WorkoutEngine(workout, restoring: snapshot, takenAt: simulator.now) != nil)
  }

  @Test func `next out of an inner repeat does not end the outer until early`() throws {
    // The plan ends the outer repeat within the inner one.
    var simulator = try CorrectionTests.running("until 5m (9x 1m run), 1m cooldown", for: .seconds(30))
    try simulator.handle(.next(out: true))
    #expect(try simulator.progress.rounds.map(\.number) == [2, 1])
    #expect(try simulator.progress.remaining == .seconds(270 + 60))
  }

  @Test func `back restores an until that a skip has ended`() throws {
    var simulator = try CorrectionTests.running("until 5m (1m run), 1m walk", for: .seconds(90))
    try simulator.handle(.next(out: true))
    #expect(try simulator.progress.interval?.kind == .walk)
    try simulator.handle(.previous)
    #expect(try simulator.progress.interval?.kind == .run)
    #expect(try simulator.progress.intervalRemaining == .seconds(60))
    // The first minute counts. The 30 s of the second run do not, because this run begins again.
    #expect(try simulator.progress.remaining == .seconds(240 + 60))
  }

  @Test func `back from the step after an until begins its last interval again`() throws {
    var simulator = try CorrectionTests.running("until 150s (1m run), 1m walk", for: .seconds(151))
    #expect(try simulator.progress.interval?.kind == .walk)
    try simulator.handle(.previous)
    #expect(try simulator.progress.rounds == [Round(number: 3, of: 3)])
    #expect(try simulator.progress.intervalRemaining == .seconds(30))
    #expect(try simulator.progress.remaining == .seconds(90))
  }

  @Test func `the numbers of intervals do not grow when a skip is undone`() throws {
    var simulator = try CorrectionTests.running("until 5m (1m run), 1m walk", for: .seconds(10))
    try simulator.handle(.next(out: false))
    for _ in 0..<5 {
      #expect(try simulator.progress.number == 2)
      #expect(try simulator.progress.of == 7)
      try simulator.handle(.next(out: true))
      #expect(try simulator.progress.interval?.kind == .walk)
      #expect(try simulator.progress.number == 3)
      #expect(try simulator.progress.of == 3)
      try simulator.handle(.previous)
    }
  }

  @Test func `an until that begins again after back is as planned`() throws {
    var simulator = try CorrectionTests.running("1m warmup, until 5m (1m run, 1m walk), 1m cooldown", for: .seconds(5))
    try simulator.handle(.next(out: false))
    try simulator.handle(.extend(by: .seconds(60)))
    #expect(try simulator.progress.intervalRemaining == .seconds(120))
    try simulator.handle(.previous)
    #expect(try simulator.progress.interval?.kind == .warmup)
    try simulator.handle(.next(out: false))
    #expect(try simulator.progress.intervalRemaining == .seconds(60))
    #expect(try simulator.progress.remaining == .seconds(300 + 60))
  }

  @Test func `back undoes a correction that has ended an until by mistake`() throws {
    var simulator = try CorrectionTests.running("until 400mtr (30s run @5:00/km), 1m walk @10:00/km", for: .seconds(2))
    try simulator.handle(.correct(metres: 490))
    #expect(try simulator.progress.interval?.kind == .walk)
    try simulator.handle(.previous)
    #expect(try simulator.progress.interval?.kind == .run)
    #expect(try simulator.progress.intervalRemaining == .seconds(30))
    try simulator.handle(.correct(metres: 49))
    #expect(try simulator.progress.metres == 49)
    // Nothing is done in the repeat, because its first interval began again.
    #expect(try #require(simulator.progress.remaining).inSeconds.isNear(120 + 60))
  }

  @Test func `a correction that reaches the goal of the last step finishes the workout`() throws {
    var simulator = try CorrectionTests.running("until 400mtr (30s run @5:00/km)", for: .seconds(40))
    try simulator.handle(.correct(metres: 400))
    let outcome = try #require(simulator.takeEvents().last?.effect.outcome)
    #expect(outcome.completed)
    #expect(outcome.metres == 400)
  }

  @Test func `an interval begins with its cue if an extension has made its early announcement wrong`() throws {
    let settings = "lead-in off\nbelt-lag 5s\ncue start voice\ncue last off\n"
    let run = try CueRun(
      settings + "until 18s (20s run, 9s jog), 20s walk", over: Settings(), with: .extend(by: .seconds(-2)),
      after: .seconds(14))
    #expect(run.voices.contains { $0.hasPrefix("16 jog") })
  }

  private static func outcome(of simulator: WorkoutSimulator) throws -> Outcome {
    var simulator = simulator
    try simulator.handle(.resume)
    simulator.runToEnd()
    return try #require(simulator.takeEvents().last?.effect.outcome)
  }
}
