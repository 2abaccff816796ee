import FoundationEssentials
import PlanNotation
import TestSupport
import Testing
import WorkoutModel

@testable import WorkoutEngine

/// Tests of the effects of measured distances on a workout.
@Suite struct CorrectionTests {
  @Test func `the measured distance replaces the estimate, and later distances are added to it`() throws {
    var simulator = try Self.running("10m run @5:00/km, 10m run @10:00/km", for: .seconds(300))
    try simulator.handle(.correct(metres: 1200))
    #expect(simulator.takeEvents().last?.effect == .corrected(metres: 1200))
    var progress = try simulator.progress
    #expect(progress.isCorrected)
    #expect(progress.metres == 1200)
    #expect(progress.remainingMetres == 2000)
    #expect(progress.expectedMetres == 3200)
    simulator.run(for: .seconds(600))
    progress = try simulator.progress
    #expect(try #require(progress.metres).isNear(2700))
    try simulator.handle(.stop)
    let outcome = try #require(simulator.takeEvents().last?.effect.outcome)
    #expect(outcome.isCorrected)
    #expect((outcome.metres ?? 0).isNear(2700))
  }

  /// An example whose results another program calculated, round by round, in exact fractions.
  struct Worked: CustomTestStringConvertible {
    let plan: String
    /// Time of the correction in seconds after the start.
    let at: Int
    let measured: Double
    let intervals: Int
    let rounds: Int
    let end: Double
    let metres: Double

    var testDescription: String { "\(plan) corrected at \(at) s to \(measured) m" }

    static let set = "until 5km (30s run @11:30/mi, 40s walk @16:30/mi)"
    static let all = [
      Worked(plan: set, at: 600, measured: 2000, intervals: 62, rounds: 31, end: 2158.515919, metres: 5000),
      Worked(plan: set, at: 600, measured: 1000, intervals: 77, rounds: 39, end: 2675.590551, metres: 5000),
      Worked(plan: set, at: 600, measured: 1156, intervals: 75, rounds: 38, end: 2596.584944, metres: 5000),
      Worked(plan: set, at: 3, measured: 0, intervals: 75, rounds: 38, end: 2595.215462, metres: 5000),
      // The goal is reached after the correction in the first of these cases, at the correction in the second case, and
      // before the correction in the third case.
      Worked(plan: set, at: 600, measured: 4999, intervals: 18, rounds: 9, end: 600.615157, metres: 5000),
      Worked(plan: set, at: 600, measured: 5000, intervals: 18, rounds: 9, end: 600, metres: 5000),
      Worked(plan: set, at: 600, measured: 5600, intervals: 18, rounds: 9, end: 600, metres: 5600),
      // The difference is divided between the warm-up and the repeat.
      Worked(
        plan: "5m warmup @20:00/mi, \(set)", at: 900, measured: 1500, intervals: 76, rounds: 38, end: 2914.059935,
        metres: 5384.758364),
      Worked(
        plan: "5m warmup @20:00/mi, \(set)", at: 900, measured: 2500, intervals: 65, rounds: 32, end: 2532.372011,
        metres: 5641.263941),
      // A correction before the repeat does not change the repeat.
      Worked(
        plan: "5m warmup @20:00/mi, \(set)", at: 200, measured: 500, intervals: 76, rounds: 38, end: 2892.215462,
        metres: 5634.112),
    ]
  }

  @Test(arguments: Worked.all)
  func `a repeat until a distance ends where the corrected distance reaches the goal`(worked: Worked) throws {
    var simulator = try Self.running(worked.plan, for: .seconds(worked.at))
    let start = simulator.now - .seconds(worked.at)
    try simulator.handle(.correct(metres: worked.measured))
    if Double(worked.at) < worked.end {
      let progress = try simulator.progress
      #expect(progress.of == worked.intervals)
      #expect((progress.rounds.last?.of ?? worked.rounds) == worked.rounds)
      #expect((progress.remaining ?? .zero).inSeconds.isNear(worked.end - Double(worked.at), 1e-6))
      #expect((progress.expectedMetres ?? 0).isNear(worked.metres, 1e-5))
    }
    simulator.runToEnd()
    let events = simulator.takeEvents()
    #expect((simulator.now - start).inSeconds.isNear(worked.end, 1e-6))
    let outcome = try #require(events.last?.effect.outcome)
    #expect(outcome.completed)
    #expect(outcome.intervals == worked.intervals)
    #expect((outcome.metres ?? 0).isNear(worked.metres, 1e-5))
  }

  @Test func `a correction during a pause applies at once and after the pause`() throws {
    var straight = try Self.running(Worked.set, for: .seconds(600))
    var paused = straight
    try straight.handle(.correct(metres: 2000))
    try paused.handle(.pause(.user))
    paused.run(for: .seconds(77))
    try paused.handle(.correct(metres: 2000))
    #expect(try paused.progress.metres == 2000)
    #expect(try paused.progress.remaining == straight.progress.remaining)
    #expect(try paused.progress.isPaused)
    paused.run(for: .seconds(23))
    try paused.handle(.resume)
    straight.runToEnd()
    paused.runToEnd()
    #expect(paused.now == straight.now + .seconds(100))
  }

  @Test func `a distance that a correction in the lead-in adds does not count in repeats`() throws {
    var simulator = WorkoutSimulator()
    try simulator.start("until 1km (1m run @5:00/km)")
    simulator.run(for: .seconds(2))
    try simulator.handle(.correct(metres: 300))
    #expect(try simulator.progress.metres == 300)
    #expect(try simulator.progress.expectedMetres == 1300)
    #expect(try simulator.progress.remaining == .seconds(300))
    try simulator.handle(.correct(metres: 0))
    #expect(try simulator.progress.metres == 0)
    #expect(try !simulator.progress.isCorrected)
  }

  @Test func `a correction at the start of a repeat counts for that repeat`() throws {
    var simulator = try Self.running("until 1km (1m run @5:00/km)", for: .zero)
    try simulator.handle(.correct(metres: 300))
    #expect(try simulator.progress.remaining == .seconds(210))
    #expect(try simulator.progress.of == 4)
  }

  @Test func `a repeat with skipped intervals still ends at its distance`() throws {
    var simulator = try Self.running("until 5km (1m run @5:00/km, 1m walk @10:00/km)", for: .seconds(10))
    for _ in 0..<20 { try simulator.handle(.next(out: false)) }
    simulator.run(for: .seconds(10))
    try simulator.handle(.correct(metres: 3000))
    #expect((try simulator.progress.expectedMetres ?? 0).isNear(5000))
  }

  /// Snapshots that earlier versions saved must stay readable.
  @Test func `a snapshot is encoded with the keys of the file format`() throws {
    var simulator = try Self.running("forever (1m run @5:00/km), 1m rest @20:00/km", for: .seconds(90))
    try simulator.handle(.next(out: true))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(try #require(simulator.engine.snapshot)), as: UTF8.self)
    let left = #"{"frames":[{"index":0,"round":1},{"index":0,"round":0}],"left":[],"number":2}"#
    #expect(text.contains(#""interval":{"_0":{"frames":[{"index":1,"round":0}],"left":[\#(left)],"number":3}"#))
  }

  @Test func `a skipped last interval stays skipped after a correction`() throws {
    var simulator = try Self.running(
      "skip-last rest\n2x(until 600mtr (1m run @5:00/km), 1m rest @20:00/km)", for: .seconds(300))
    #expect(try simulator.progress.remaining == .seconds(120))
    try simulator.handle(.correct(metres: 0))
    #expect(try simulator.progress.next?.kind == .run)
    #expect(try simulator.progress.remaining == .seconds(180))
    simulator.runToEnd()
    #expect(simulator.takeEvents().last?.effect.outcome?.completed == true)
  }

  @Test func `a correction in an endless repeat changes one round, which a leap does not skip`() throws {
    var simulator = try Self.running("forever (until 600mtr (1m run @5:00/km), 1m rest @20:00/km)", for: .seconds(540))
    try simulator.handle(.correct(metres: 500))
    var driven = simulator
    simulator.leap(to: simulator.now + .seconds(100_000))
    driven.run(for: .seconds(100_000))
    let (left, right) = (try simulator.progress, try driven.progress)
    #expect(left.number == right.number)
    #expect(left.rounds == right.rounds)
    #expect(left.deadline == right.deadline)
    #expect((left.metres ?? 0).isNear(right.metres ?? -1, 1e-3))
    try simulator.handle(.correct(metres: 1))
    try driven.handle(.correct(metres: 1))
    #expect(try simulator.progress.deadline == driven.progress.deadline)
  }

  static func running(_ plan: String, for time: Duration) throws -> WorkoutSimulator {
    var simulator = WorkoutSimulator()
    try simulator.start("lead-in off\n" + plan)
    simulator.run(for: time)
    return simulator
  }
}

extension WorkoutSimulator {
  var progress: Progress {
    get throws { try #require(engine.progress(at: now)) }
  }
}

extension Double {
  func isNear(_ other: Double, _ tolerance: Double = 1e-9) -> Bool { abs(self - other) <= tolerance }
}
