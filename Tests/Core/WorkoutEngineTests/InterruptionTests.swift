import TestSupport
import Testing
import WorkoutModel

@testable import WorkoutEngine

/// Tests of random workouts that resume after an interruption.
@Suite struct InterruptionTests {
  @Test(arguments: seeds)
  func `a workout resumes on schedule, as if it had not been interrupted`(seed: UInt64) throws {
    var (driven, interrupted, gap) = try Self.underWay(seed: seed)
    driven.leap(to: driven.now + gap)
    interrupted.interrupt(for: gap, by: .restart)
    #expect(driven.engine.nextDeadline == interrupted.engine.nextDeadline)
    let (one, other) = (driven.engine.progress(at: driven.now), interrupted.engine.progress(at: interrupted.now))
    #expect(one?.interval == other?.interval)
    #expect(one?.deadline == other?.deadline)
    #expect(one?.phase == other?.phase)
    #expect(one?.number == other?.number)
    #expect(one?.elapsed == other?.elapsed)
    #expect(one?.metres == other?.metres)
    _ = (driven.takeEvents(), interrupted.takeEvents())
    driven.runToEnd()
    interrupted.runToEnd()
    #expect(driven.takeEvents().map(\.boundary) == interrupted.takeEvents().map(\.boundary))
  }

  @Test(arguments: seeds)
  func `missed boundaries are counted and not announced`(seed: UInt64) throws {
    var (driven, interrupted, gap) = try Self.underWay(seed: seed)
    let before = driven.engine.progress(at: driven.now)
    driven.run(for: gap)
    let boundaries = driven.takeEvents().count { $0.boundary != nil }
    interrupted.interrupt(for: gap, by: .sleep)
    let events = interrupted.takeEvents()
    let counted: Int
    switch try #require(events.first).effect {
    case .rejoined(.sleep, let missed):
      counted = missed
      #expect(events.count == 1)
    case .finished(let outcome, _):
      counted = outcome.punctuality.missed - (before?.punctuality.missed ?? 0)
      #expect(events.dropFirst().allSatisfy { $0.effect.isNotificationOnly })
    default:
      Issue.record("\(events[0].effect)")
      return
    }
    #expect(counted == boundaries)
  }

  @Test(arguments: seeds)
  func `a workout that is paused after an interruption has the same position as before`(seed: UInt64) throws {
    var (driven, interrupted, gap) = try Self.underWay(seed: seed)
    try driven.handle(.pause(.restart))
    driven.run(for: gap)
    interrupted.interruptAndPause(for: gap, by: .restart)
    #expect(interrupted.takeEvents().map(\.effect) == [.rejoined(.restart, missed: 0)])
    #expect(driven.engine.progress(at: driven.now)?.phase == interrupted.engine.progress(at: interrupted.now)?.phase)
    try driven.handle(.resume)
    try interrupted.handle(.resume)
    _ = (driven.takeEvents(), interrupted.takeEvents())
    driven.runToEnd()
    interrupted.runToEnd()
    #expect(driven.takeEvents().map(\.boundary) == interrupted.takeEvents().map(\.boundary))
  }

  @Test(arguments: seeds)
  func `a shift of the clock moves all later deadlines`(seed: UInt64) throws {
    var (driven, interrupted, gap) = try Self.underWay(seed: seed)
    interrupted.engine.shift(by: .zero - gap)
    driven.leap(to: driven.now + gap)
    interrupted.interrupt(for: .zero, by: .sleep)
    #expect(driven.engine.nextDeadline.map { $0 - gap } == interrupted.engine.nextDeadline)
    #expect(
      driven.engine.progress(at: driven.now)?.elapsed == interrupted.engine.progress(at: interrupted.now)?.elapsed)
  }

  @Test func `a workout that the user paused has the same pause reason after an interruption`() throws {
    var simulator = WorkoutSimulator()
    try simulator.start("600x 30s")
    try simulator.handle(.pause(.user))
    _ = simulator.takeEvents()
    simulator.interrupt(for: .seconds(3600), by: .restart)
    simulator.interruptAndPause(for: .seconds(3600), by: .restart)
    #expect(simulator.takeEvents().map(\.effect) == Array(repeating: .rejoined(.restart, missed: 0), count: 2))
    #expect(simulator.engine.progress(at: simulator.now)?.phase == .paused(.user))
  }

  @Test(arguments: seeds)
  func `a snapshot of another plan or time is rejected or resumed without a crash`(
    seed: UInt64
  ) throws {
    let (simulator, _, _) = try Self.underWay(seed: seed)
    let snapshot = try #require(simulator.engine.snapshot)
    var generator = SplitMix64(seed: ~seed)
    let other = try Workout(.random(using: &generator), settings: Settings())
    var restored = simulator
    if let engine = WorkoutEngine(other, restoring: snapshot, takenAt: simulator.now) {
      restored.engine = engine
      restored.runToEnd()
    }
    let workout = try #require(simulator.engine.workout)
    let early = Instant(sinceOrigin: .zero)
    #expect(WorkoutEngine(workout, restoring: snapshot, takenAt: early) == nil)
  }

  /// Two copies of a random workout at a random time, and the length of an interruption.
  private static func underWay(seed: UInt64) throws -> (WorkoutSimulator, WorkoutSimulator, gap: Duration) {
    var generator = SplitMix64(seed: seed)
    var simulator = WorkoutSimulator()
    var settings = Settings()
    if generator.oneIn(2) { settings.leadIn = .milliseconds(Int.random(in: 0...20_000, using: &generator)) }
    repeat {
      let workout = try Workout(.random(using: &generator), settings: settings)
      try simulator.handle(.start(workout, replacing: true))
      let length = workout.timeline.totals.duration ?? .seconds(1000)
      simulator.run(for: length * Double.random(in: 0..<1, using: &generator))
    } while simulator.engine.workout == nil
    _ = simulator.takeEvents()
    return (simulator, simulator, .milliseconds(Int.random(in: 0...600_000, using: &generator)))
  }
}

extension WorkoutSimulator.Event {
  /// The time and the content of the event; nil unless a deadline started an interval, or the workout finished.
  fileprivate var boundary: String? {
    switch effect {
    case .intervalBegan(_?, _, _): "\(at) \(String(describing: progress?.interval))"
    case .finished: "\(at) end"
    default: nil
    }
  }
}

extension Effect {
  fileprivate var isNotificationOnly: Bool {
    if case .announced(let announcement) = self { announcement.channels == [.notification] } else { false }
  }
}
