import PlanNotation
import TestSupport
import TestTraits
import Testing
import WorkoutEngine
import WorkoutModel

@Suite struct WorkoutEngineTests {
  @Test func `a workout begins each interval on time and finishes`() throws {
    var simulator = WorkoutSimulator()
    let start = simulator.now
    try simulator.start("2x(30s run @10:00/km, 20s walk)")
    #expect(simulator.takeEvents().map(\.effect) == [.started, .leadInBegan])
    let leadIn = try #require(simulator.engine.progress(at: start + .seconds(2)))
    #expect(leadIn.phase == .leadIn)
    #expect(leadIn.interval == nil)
    #expect(leadIn.next?.kind == .run)
    #expect(leadIn.number == nil)
    #expect(leadIn.elapsed == .zero)
    #expect(leadIn.remaining == .seconds(100))
    #expect(leadIn.intervalElapsed == .seconds(2))
    #expect(leadIn.intervalRemaining == .seconds(3))

    simulator.runToEnd()
    let events = simulator.takeEvents()
    #expect(events.map { $0.at - start } == [5, 35, 55, 85, 105].map { .seconds($0) })
    #expect(events.dropLast().map(\.effect) == Array(repeating: .intervalBegan(lateness: .zero, missed: 0), count: 4))
    #expect(events.compactMap { $0.progress?.interval?.kind } == [.run, .walk, .run, .walk])
    #expect(events.compactMap { $0.progress?.number } == [1, 2, 3, 4])
    #expect(events.compactMap { $0.progress?.rounds.first?.number } == [1, 1, 2, 2])
    #expect(events.map { $0.progress?.next?.kind } == [.walk, .run, .walk, nil, nil])
    #expect(events.compactMap { $0.progress?.remaining } == [100, 70, 50, 20].map { .seconds($0) })
    #expect(events.map { $0.progress?.metres } == [0, 50, nil, nil, nil])
    guard case .finished(let outcome, .zero?) = events.last?.effect else { return #expect(Bool(false), "not finished") }
    #expect(outcome.completed)
    #expect(outcome.elapsed == .seconds(100))
    #expect(outcome.paused == .zero)
    #expect(outcome.metres == nil)
    #expect(outcome.intervals == 4)
    #expect(outcome.punctuality.cues == 5)
    #expect(simulator.engine == WorkoutEngine())
  }

  @Test func `deadlines are exact even if each wake-up is late`() throws {
    var simulator = WorkoutSimulator()
    let start = simulator.now
    try simulator.start("lead-in off\n1000x(1s run, 1s walk)")
    for index in 1...1500 {
      let deadline = try #require(simulator.engine.nextDeadline)
      #expect(deadline - start == .seconds(index))
      simulator.leap(to: deadline + .milliseconds(index % 900))
    }
    let punctuality = try #require(simulator.engine.progress(at: simulator.now)?.punctuality)
    #expect(punctuality.cues == 1500)
    #expect(punctuality.missed == 0)
    #expect(punctuality.max == .milliseconds(899))
    #expect(punctuality.last == .milliseconds(600))
  }

  @Test func `a late wake-up announces only the current interval`() throws {
    var simulator = WorkoutSimulator()
    try simulator.start("lead-in off\n9x 10s run @5:00/km")
    _ = simulator.takeEvents()
    simulator.leap(to: simulator.now + .seconds(47))
    let event = try #require(simulator.takeEvents().only)
    #expect(event.effect == .intervalBegan(lateness: .seconds(7), missed: 3))
    #expect(event.progress?.number == 5)
    #expect(event.progress?.intervalElapsed == .seconds(7))
    #expect(abs((event.progress?.metres ?? 0) - 47 / 0.3) < 1e-9)
    simulator.leap(to: simulator.now + .seconds(1000))
    guard case .finished(let outcome, let lateness) = try #require(simulator.takeEvents().only).effect else {
      return #expect(Bool(false), "not finished")
    }
    #expect(lateness == .seconds(957))
    #expect(outcome.elapsed == .seconds(90))
    #expect(outcome.punctuality.missed == 7)
  }

  @Test(.hangLimit)
  func `a leap over a billion intervals of an endless repeat is fast, and the intervals are counted`() throws {
    var simulator = WorkoutSimulator()
    try simulator.start("lead-in off\n10s walk @10:00/km, forever (1s run @5:00/km, 2s walk @10:00/km)")
    try simulator.handle(.extend(by: .seconds(5)))
    _ = simulator.takeEvents()
    simulator.leap(to: simulator.now + .seconds(15 + 3 * 500_000_000) + .milliseconds(1100))
    let event = try #require(simulator.takeEvents().only)
    #expect(event.effect == .intervalBegan(lateness: .milliseconds(100), missed: 1_000_000_001))
    let progress = try #require(event.progress)
    #expect(progress.number == 1_000_000_003)
    #expect(progress.rounds == [Round(number: 500_000_001, of: nil)])
    #expect(progress.interval?.kind == .walk)
    #expect(progress.intervalRemaining == .milliseconds(1900))
    #expect(progress.elapsed == .milliseconds(1_500_000_016_100))
    let metres = 25 + 500_000_000 * (1000 / 300.0 + 2000 / 600.0) + 1000 / 300.0 + 0.1 * 1000 / 600
    #expect(abs((progress.metres ?? 0) - metres) < 1e-3)
    try simulator.handle(.stop)
    guard case .stopped(let outcome)? = simulator.takeEvents().only?.effect else {
      return #expect(Bool(false), "not stopped")
    }
    #expect(outcome.intervals == 1_000_000_003)
    #expect(outcome.punctuality.missed == 1_000_000_001)
  }

  @Test func `a pause shifts the end of the current interval or lead-in by exactly its length`() throws {
    var simulator = WorkoutSimulator()
    let start = simulator.now
    try simulator.start("10s run, 10s walk")
    simulator.run(for: .seconds(2))
    try simulator.handle(.pause(.user))
    #expect(simulator.engine.nextDeadline == nil)
    simulator.run(for: .seconds(100))
    let paused = try #require(simulator.engine.progress(at: simulator.now))
    #expect(paused.phase == .paused(.user))
    #expect(paused.interval == nil)
    #expect(paused.intervalRemaining == .seconds(3))
    try simulator.handle(.resume)
    #expect(simulator.engine.nextDeadline == start + .seconds(105))
    simulator.run(for: .seconds(7))
    try simulator.handle(.toggle)
    simulator.run(for: .seconds(1))
    #expect(simulator.engine.progress(at: simulator.now)?.intervalRemaining == .seconds(6))
    try simulator.handle(.toggle)
    #expect(simulator.engine.nextDeadline == start + .seconds(116))
    simulator.runToEnd()
    guard case .finished(let outcome, _) = simulator.takeEvents().last?.effect else {
      return #expect(Bool(false), "not finished")
    }
    #expect(outcome.paused == .seconds(101))
    #expect(outcome.elapsed == .seconds(20))
  }

  @Test func `pausing a paused workout or resuming a running one has no effect`() throws {
    var simulator = WorkoutSimulator()
    try simulator.start("10s run")
    let running = simulator.engine
    try simulator.handle(.resume)
    #expect(simulator.engine == running)
    try simulator.handle(.pause(.user))
    let paused = simulator.engine
    simulator.run(for: .seconds(1))
    try simulator.handle(.pause(.sleep))
    #expect(simulator.engine == paused)
    #expect(simulator.takeEvents().map(\.effect) == [.started, .leadInBegan, .paused(.user)])
  }

  @Test func `a start during a workout is an error or, with replacing, stops the workout first`() throws {
    var simulator = WorkoutSimulator()
    try simulator.start("lead-in off\n10s run")
    simulator.run(for: .seconds(4))
    let running = simulator.engine
    #expect(throws: CommandError.alreadyRunning) { try simulator.start("lead-in off\n20s walk") }
    #expect(simulator.engine == running)
    _ = simulator.takeEvents()
    try simulator.start("lead-in off\n20s walk", replacing: true)
    let effects = simulator.takeEvents().map(\.effect)
    guard effects.count == 3, case .stopped(let outcome) = effects[0] else {
      return #expect(Bool(false), "\(effects)")
    }
    #expect(!outcome.completed)
    #expect(outcome.elapsed == .seconds(4))
    #expect(Array(effects.dropFirst()) == [.started, .intervalBegan(lateness: nil, missed: 0)])
    #expect(simulator.engine.progress(at: simulator.now)?.interval?.kind == .walk)
  }

  @Test(arguments: Situation.allCases, CommandCase.allCases)
  func `in every state, every command has the effect in the engine's transition table`(
    situation: Situation, command: CommandCase
  ) throws {
    var simulator = try situation.simulator()
    let before = simulator.engine
    switch (situation, command) {
    case (.idle, .start), (.idle, .replace):
      try simulator.handle(command.command)
      #expect(simulator.engine.progress(at: simulator.now)?.phase == .running)
    case (.idle, _):
      #expect(throws: CommandError.notRunning) { try simulator.handle(command.command) }
      #expect(simulator.engine == before)
    case (_, .start):
      #expect(throws: CommandError.alreadyRunning) { try simulator.handle(command.command) }
      #expect(simulator.engine == before)
    default:
      try simulator.handle(command.command)
      #expect(simulator.engine.progress(at: simulator.now)?.phase == situation.phase(after: command))
    }
  }
}

/// State of the engine, as in the engine's transition table.
enum Situation: CaseIterable {
  case idle
  case leadIn
  case running
  case lastInterval
  case paused
  case pausedInLeadIn

  func simulator() throws -> WorkoutSimulator {
    var simulator = WorkoutSimulator()
    guard self != .idle else { return simulator }
    try simulator.start("10s run, 10s walk")
    switch self {
    case .idle, .leadIn, .pausedInLeadIn: simulator.run(for: .seconds(1))
    case .running, .paused: simulator.run(for: .seconds(8))
    case .lastInterval: simulator.run(for: .seconds(16))
    }
    if self == .paused || self == .pausedInLeadIn { try simulator.handle(.pause(.user)) }
    _ = simulator.takeEvents()
    return simulator
  }

  func phase(after command: CommandCase) -> Progress.Phase? {
    switch (self, command) {
    case (_, .stop), (.lastInterval, .next), (.lastInterval, .out): nil
    case (.paused, .resume), (.paused, .toggle), (_, .replace): .running
    case (.pausedInLeadIn, .resume), (.pausedInLeadIn, .toggle): .leadIn
    case (.paused, _), (.pausedInLeadIn, _), (_, .pause), (_, .toggle): .paused(.user)
    case (.leadIn, .next), (.leadIn, .out): .running
    case (.leadIn, _): .leadIn
    default: .running
    }
  }
}

enum CommandCase: CaseIterable {
  case start
  case replace
  case stop
  case pause
  case resume
  case toggle
  case next
  case out
  case previous
  case extend
  case correct

  var command: Command {
    get throws {
      switch self {
      case .start: .start(try workout("lead-in off\n1m"), replacing: false)
      case .replace: .start(try workout("lead-in off\n1m"), replacing: true)
      case .stop: .stop
      case .pause: .pause(.user)
      case .resume: .resume
      case .toggle: .toggle
      case .next: .next(out: false)
      case .out: .next(out: true)
      case .previous: .previous
      case .extend: .extend(by: .seconds(2))
      case .correct: .correct(metres: 40)
      }
    }
  }
}

func workout(_ text: String) throws -> Workout {
  try PlanFile(text).workout(over: Settings())
}

extension WorkoutSimulator {
  mutating func start(_ text: String, replacing: Bool = false) throws {
    try handle(.start(try workout(text), replacing: replacing))
  }
}

extension Collection {
  /// The only element; nil for zero or several elements.
  var only: Element? { count == 1 ? first : nil }
}
