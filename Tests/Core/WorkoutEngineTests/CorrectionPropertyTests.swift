import TestSupport
import Testing

@testable import WorkoutEngine
@testable import WorkoutModel

/// Tests of corrections in random plans; the argument of each test is the seed.
///
/// Each correction follows random commands, at a random time.
@Suite struct CorrectionPropertyTests {
  @Test(arguments: seeds)
  func `a correction to the estimated distance undoes an earlier correction exactly`(seed: UInt64) throws {
    guard var (straight, generator) = try Self.underWay(seed: seed, isCorrected: false),
      let estimated = straight.engine.session?.tally(at: straight.clock).estimated.wholeMetres
    else { return }
    var corrected = straight
    try corrected.handle(.correct(metres: estimated * Double.random(in: 0.3...3, using: &generator)))
    guard corrected.engine.session?.position == straight.engine.session?.position else { return }
    // A correction can be undone only within the same interval, so the interval must not end in either workout.
    let ends = [straight, corrected].compactMap { $0.engine.session?.deadline }
    let ahead = (ends.min() ?? straight.now) - straight.now
    let time = min(max(ahead - .milliseconds(1), .zero), .milliseconds(Int.random(in: 0...5000, using: &generator)))
    straight.run(for: time)
    corrected.run(for: time)
    let now = try #require(straight.engine.session?.tally(at: straight.clock).estimated.wholeMetres)
    try corrected.handle(.correct(metres: now))
    #expect(corrected.engine.session?.timeline == straight.engine.session?.timeline)
    #expect(corrected.engine.session?.span == straight.engine.session?.span)
    #expect(corrected.engine.progress(at: corrected.now) == straight.engine.progress(at: straight.now))
    _ = (straight.takeEvents(), corrected.takeEvents())
    straight.resumeToEnd()
    corrected.resumeToEnd()
    #expect(straight.takeEvents() == corrected.takeEvents())
  }

  @Test(arguments: seeds)
  func `a second correction replaces the first`(seed: UInt64) throws {
    guard var (once, generator) = try Self.underWay(seed: seed) else { return }
    let metres = Double.random(in: 0...5000, using: &generator)
    var twice = once
    try twice.handle(.correct(metres: Double.random(in: 0...5000, using: &generator)))
    guard twice.engine.session?.position == once.engine.session?.position else { return }
    try twice.handle(.correct(metres: metres))
    try once.handle(.correct(metres: metres))
    // Only the changes of the laps contain the first correction.
    #expect(once.engine.withoutLaps == twice.engine.withoutLaps)
  }

  @Test(arguments: seeds)
  func `remaining time and expected distance stay consistent after a correction`(seed: UInt64) throws {
    guard var (simulator, generator) = try Self.underWay(seed: seed) else { return }
    try simulator.handle(.correct(metres: Double.random(in: 0...5000, using: &generator)))
    guard let corrected = simulator.engine.progress(at: simulator.now) else { return }
    let session = try #require(simulator.engine.session)
    let begin = simulator.now
    let remaining = try #require(corrected.remaining)
    let rest = corrected.interval == nil ? session.workout.leadIn : .zero
    _ = simulator.takeEvents()
    simulator.resumeToEnd()
    let events = simulator.takeEvents()
    for event in events {
      guard case .intervalBegan = event.effect, let progress = event.progress else { continue }
      #expect(progress.of == corrected.of)
      #expect((progress.number ?? 0) <= (progress.of ?? 0))
      if rest == .zero { #expect(try #require(progress.remaining) == remaining - (event.at - begin)) }
      #expect((progress.expectedMetres ?? 0) - (corrected.expectedMetres ?? 0) < 1e-6)
    }
    let outcome = try #require(events.last?.effect.outcome)
    #expect(outcome.completed)
    #expect(abs((outcome.metres ?? -1) - (corrected.expectedMetres ?? -1)) < 1e-6)
  }

  @Test(arguments: seeds)
  func `moving through a corrected workout forward and back visits the same positions`(seed: UInt64) throws {
    guard var (simulator, generator) = try Self.underWay(seed: seed) else { return }
    try simulator.handle(.correct(metres: Double.random(in: 0...5000, using: &generator)))
    guard let session = simulator.engine.session, let present = session.position else { return }
    let timeline = session.timeline
    var positions = [timeline.start]
    while let next = timeline.position(after: positions[positions.count - 1]) { positions.append(next) }
    #expect(positions.map(\.number) == Array(1...positions.count))
    #expect(positions.count == timeline.totals.intervals)
    #expect(positions.contains { $0.frames == present.frames })
    var begin = Duration.zero
    for (position, next) in zip(positions, positions.dropFirst()) {
      #expect(timeline.position(before: next) == position)
      // A search by time does not find an interval that a correction has cut to nothing.
      if timeline.interval(at: position).duration != .zero {
        #expect(timeline.position(at: begin)?.position == position)
      }
      begin += timeline.interval(at: position).duration ?? .zero
      let after = timeline.totals(after: position)
      #expect(after.duration.map { begin + $0 } == timeline.totals.duration)
    }
  }

  /// Returns a random workout with paces, at a random time after random commands; nil if the workout has ended.
  ///
  /// If `isCorrected` is true, the commands include corrections.
  private static func underWay(seed: UInt64, isCorrected: Bool = true) throws -> (WorkoutSimulator, SplitMix64)? {
    var generator = SplitMix64(seed: seed)
    var simulator = WorkoutSimulator()
    var settings = Settings()
    settings.leadIn = generator.oneIn(2) ? .seconds(5) : .zero
    var plan = Plan.random(using: &generator)
    if generator.oneIn(2) {
      let goal = Distance.metres(Double(Int.random(in: 300...5000, using: &generator)))
      plan = Plan([.repeat(Repeat(.untilDistance(goal), plan.steps))] + Plan.random(using: &generator).steps)
    }
    try simulator.handle(.start(Workout(plan, settings: settings), replacing: false))
    let length = simulator.engine.workout?.timeline.totals.duration ?? .zero
    simulator.run(for: length * Double.random(in: 0..<0.7, using: &generator))
    for _ in 0..<Int.random(in: 0...6, using: &generator) {
      guard simulator.engine.workout != nil else { return nil }
      try simulator.handle(.random(correcting: isCorrected, using: &generator))
      simulator.run(for: .milliseconds(Int.random(in: 0...60_000, using: &generator)))
    }
    return simulator.engine.workout == nil ? nil : (simulator, generator)
  }
}

extension WorkoutSimulator {
  fileprivate var clock: Instant { engine.session?.clock(at: now) ?? now }

  /// Resumes a paused workout and runs it to the end.
  fileprivate mutating func resumeToEnd() {
    // The command fails only if no workout is running.
    try? handle(.resume)
    runToEnd()
  }
}
