import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel

/// Property tests of the engine with random plans; the argument of each test is the seed for its plan.
@Suite struct EnginePropertyTests {
  @Test(arguments: seeds)
  func `many small steps lead to the same state as one leap`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    var small = WorkoutSimulator()
    try small.start(&generator)
    let length = small.engine.workout?.timeline.totals.duration ?? .zero
    small.run(for: length * Double.random(in: 0..<0.5, using: &generator))
    guard small.engine.workout != nil else { return }
    if generator.oneIn(2) { try small.handle(.correct(metres: .random(in: 0...4000, using: &generator))) }
    var large = small
    let end = small.now + length * Double.random(in: 0...1.1, using: &generator)
    while small.now < end {
      small.leap(to: min(end, small.now + .milliseconds(Int.random(in: 1...40_000, using: &generator))))
    }
    large.leap(to: end)
    let (left, right) = (small.engine.progress(at: end), large.engine.progress(at: end))
    #expect(left?.interval == right?.interval)
    #expect(left?.number == right?.number)
    #expect(left?.rounds == right?.rounds)
    #expect(left?.elapsed == right?.elapsed)
    #expect(left?.deadline == right?.deadline)
    #expect(left?.metres == right?.metres)
  }

  @Test(arguments: seeds)
  func `many small steps through an endless repeat lead to the same state as one leap`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let plan = Plan.random(.init(hasForever: true), using: &generator)
    var small = WorkoutSimulator()
    try small.handle(.start(Workout(plan, settings: Settings()), replacing: false))
    try small.handle(.extend(by: .milliseconds(Int.random(in: 0...100_000, using: &generator))))
    var large = small
    let end = small.now + .milliseconds(Int.random(in: 0...5_000_000, using: &generator))
    small.run(for: end - small.now)
    large.leap(to: end)
    let left = try #require(small.engine.progress(at: end))
    let right = try #require(large.engine.progress(at: end))
    #expect(left.interval == right.interval)
    #expect(left.number == right.number)
    #expect(left.rounds == right.rounds)
    #expect(left.elapsed == right.elapsed)
    #expect(left.deadline == right.deadline)
    #expect(abs((left.metres ?? 0) - (right.metres ?? 0)) < 1e-3)
    #expect((left.metres == nil) == (right.metres == nil))
    #expect(left.punctuality.cues == right.punctuality.cues + right.punctuality.missed)
  }

  @Test(arguments: seeds)
  func `the upcoming cue has the instant of the next deadline, and each sound is expected`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let plan = Plan.random(.init(), using: &generator)
    let units = DisplayUnits(distance: .kilometres, pace: .minutesPerKilometre)
    let cues = CueRules(Settings(), units: units, title: nil)
    var engine = WorkoutEngine()
    let begin = Instant(sinceOrigin: .seconds(1000))
    _ = try engine.handle(.start(Workout(plan, settings: Settings()), cues: cues, replacing: false), at: begin)
    for _ in 0..<200 {
      let cue = engine.upcomingCue
      #expect(cue?.at == engine.nextDeadline)
      guard let cue else { return }
      let hasSound = engine.advance(to: cue.at).contains { effect in
        if case .announced(let announcement) = effect { announcement.channels.contains(.sound) } else { false }
      }
      if hasSound { #expect(cue.heard?.at == cue.at && cue.heard?.hasSound == true) }
    }
  }

  @Test(arguments: seeds)
  func `intervals begin as scheduled, and the remaining time decreases with the clock`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    var simulator = WorkoutSimulator()
    try simulator.start(&generator)
    let timeline = try #require(simulator.engine.workout?.timeline)
    let total = try #require(timeline.totals.duration)
    let start = simulator.now + (simulator.engine.workout?.leadIn ?? .zero)
    simulator.runToEnd()
    for event in simulator.takeEvents() {
      guard case .intervalBegan = event.effect, let progress = event.progress else { continue }
      let position = try #require(timeline.position(at: event.at - start))
      #expect(position.elapsed == .zero)
      #expect(position.position.number == progress.number)
      #expect(progress.elapsed == event.at - start)
      #expect(progress.remaining == total - progress.elapsed)
    }
    #expect(simulator.now - start == total)
  }

  @Test(arguments: seeds)
  func `a pause shifts all later effects by exactly its length`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    var straight = WorkoutSimulator()
    try straight.start(&generator)
    let length = straight.engine.workout?.timeline.totals.duration ?? .zero
    straight.run(for: length * Double.random(in: 0..<1, using: &generator))
    guard straight.engine.workout != nil else { return }
    if generator.oneIn(2) { try straight.handle(.correct(metres: .random(in: 0...4000, using: &generator))) }
    guard straight.engine.workout != nil else { return }
    var paused = straight
    let pause = Duration.milliseconds(Int.random(in: 0...100_000, using: &generator))
    try paused.handle(.pause(.user))
    paused.run(for: pause)
    try paused.handle(.resume)
    _ = (straight.takeEvents(), paused.takeEvents())
    straight.runToEnd()
    paused.runToEnd()
    let later = paused.takeEvents()
    #expect(later.map(\.at) == straight.takeEvents().map { $0.at + pause })
  }

  @Test(arguments: seeds)
  func `a snapshot restores an equal engine at any time`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    var simulator = WorkoutSimulator()
    try simulator.start(&generator)
    for _ in 0..<20 {
      try simulator.handle(.random(correcting: true, using: &generator))
      simulator.run(for: .milliseconds(Int.random(in: 0...60_000, using: &generator)))
      let interruption = Duration.milliseconds(Int.random(in: 0...60_000, using: &generator))
      switch Int.random(in: 0...5, using: &generator) {
      case 0: simulator.interrupt(for: interruption, by: .sleep)
      case 1: simulator.interruptAndPause(for: interruption, by: .restart)
      default: break
      }
      guard simulator.engine.workout != nil else { return }
      let earlier = simulator
      try simulator.restart()
      #expect(simulator.engine == earlier.withLinesTaken)
    }
  }

  @Test(arguments: seeds)
  func `the deadline is in the future after random commands, and times are not negative`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    var simulator = WorkoutSimulator()
    try simulator.start(&generator)
    for _ in 0..<60 {
      guard simulator.engine.workout != nil else { return }
      try simulator.handle(.random(correcting: true, using: &generator))
      simulator.run(for: .milliseconds(Int.random(in: 0...30_000, using: &generator)))
      guard let progress = simulator.engine.progress(at: simulator.now) else { return }
      if let deadline = simulator.engine.nextDeadline { #expect(deadline > simulator.now) }
      #expect(progress.elapsed >= .zero)
      #expect(progress.intervalElapsed >= .zero)
      #expect((progress.remaining ?? .zero) >= .zero)
      #expect((progress.intervalRemaining ?? .zero) >= .zero)
    }
  }
}

extension WorkoutSimulator {
  fileprivate mutating func start(_ generator: inout SplitMix64) throws {
    var settings = Settings()
    if generator.oneIn(2) { settings.leadIn = .milliseconds(Int.random(in: 0...20_000, using: &generator)) }
    try handle(.start(Workout(.random(using: &generator), settings: settings), replacing: false))
  }
}
