import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel
import WorkoutPresentation
import WorkoutReports

@testable import DaemonRuntime

/// The contents of the saved workout, and the times at which it is saved.
@Suite struct SavedWorkoutTests {
  @Test func `a restored workout keeps its correction`() async throws {
    let first = RestoringFixture()
    try await first.start("lead-in off\n2x(until 1km (30s run @5:00/km, 30s walk @10:00/km), 1m rest @20:00/km)")
    first.timekeeper.pass(.seconds(100))
    _ = try await first.runner.handle(.correct(metres: 500))
    let before = first.runner.status()
    let second = try await first.restarted(after: .seconds(4))
    let after = second.runner.status()
    #expect(after.of == before.of)
    #expect(after.rounds == before.rounds)
    #expect(after.deadlineNs == before.deadlineNs)
    #expect(after.remainingMs == before.remainingMs.map { $0 - 4000 })
    #expect(abs((after.distanceM ?? 0) - (before.distanceM.map { $0 + 4 / 0.6 } ?? 1)) < 1e-9)
    _ = try await second.runner.handle(.correct(metres: 300))
    #expect(second.runner.status().distanceM == 300)
  }

  @Test func `a restored workout keeps a measured distance in an interval without a pace`() async throws {
    let first = RestoringFixture()
    try await first.start("lead-in off\nuntil 400mtr (1m run @5:00/km), 30m walk, 5m walk")
    first.timekeeper.pass(.seconds(150))
    _ = try await first.runner.handle(.correct(metres: 450))
    let saved = try #require(first.store.saved)
    #expect(try SavedWorkout(json: saved.json) == saved)
    let second = try await first.restarted(after: .seconds(4))
    second.timekeeper.pass(.seconds(600))
    #expect(second.runner.status().distanceM == 450)
    second.timekeeper.pass(.seconds(1200))
    #expect(second.runner.status().distanceM == 450)
    #expect(second.runner.status().distanceIsPartial == true)
  }

  @Test func `a restored workout keeps the settings that applied when it started`() async throws {
    var original = Settings.withoutCues
    original.leadIn = .seconds(8)
    let first = RestoringFixture(configuration: original)
    try await first.start("600x(20s run, 30s walk)")
    first.timekeeper.pass(.seconds(2))
    var changed = Settings.withoutCues
    changed.paces = [.run: .speed(3, .metresPerSecond)]
    let second = try await first.restarted(after: .seconds(1), configuration: changed)
    let status = second.runner.status()
    #expect(status.phase == .leadIn)
    #expect(status.intervalRemainingMs == 5000)
    #expect(status.next?.paceMps == nil)
  }

  /// Restores a workout in the older format, which has no corrected distances.
  ///
  /// The second round is extended by 10 s, and 40 s of the round have passed.
  @Test func `a workout that an older version saved is restored`() async throws {
    let first = RestoringFixture()
    try await first.start("lead-in off\nuntil 1km (60s run @5:00/km)")
    first.timekeeper.pass(.seconds(100))
    _ = try await first.runner.handle(.extend(by: .seconds(10)))
    let saved = try #require(first.store.saved)
    let old = saved.json.replacing(/"course":\{.*?\},(?="cueing")/, with: "")
    #expect(old != saved.json)
    #expect(!old.contains("course"))
    #expect(!old.contains("corrected"))
    let second = RestoringFixture(timekeeper: first.timekeeper)
    try await second.runner.restore(try SavedWorkout(json: old))
    _ = try await second.runner.handle(.correct(metres: 500))
    _ = try await first.runner.handle(.correct(metres: 500))
    let (left, right) = (first.runner.status(), second.runner.status())
    #expect(left.remainingMs == right.remainingMs)
    #expect(left.deadlineNs == right.deadlineNs)
    #expect(right.remainingMs == 150_000)
  }

  @Test func `a saved workout that is damaged or has another plan is not restored`() async throws {
    let first = RestoringFixture()
    try await first.startLongWorkout()
    first.timekeeper.pass(.seconds(23))
    let json = try #require(first.store.saved).json
    let second = RunnerFixture(configuration: .withoutCues)
    for (text, error) in [
      (json.replacing("600x(20s run, 30s walk)", with: "20s run"), SavedWorkout.RestoreError.invalidPosition),
      (json.replacing("\"number\":", with: "\"n\":"), .invalidPosition),
      (json.replacing("\"version\":1", with: "\"version\":7"), .version(7)),
      (String(json.dropLast(9)), .malformed), ("", .malformed), ("[]", .malformed),
      (json.replacing("\"monotonicNs\":", with: "\"monotonicNs\":-"), .malformed),
    ] {
      await #expect(throws: error) { try await second.runner.restore(SavedWorkout(json: text)) }
      #expect(second.runner.status().phase == .idle)
    }
  }

  @Test(arguments: [
    ("\"number\":", "\"n\":"), ("\"stage\"", "\"Stage\""), ("600x(20s run, 30s walk)", "20s run, 30s walk"),
  ])
  func `a saved workout with a position that cannot be used is paused at its start`(part: String, damaged: String)
    async throws
  {
    let first = RestoringFixture()
    try await first.startLongWorkout()
    first.timekeeper.pass(.seconds(123))
    let saved = try SavedWorkout(json: try #require(first.store.saved).json.replacing(part, with: damaged))
    let second = RestoringFixture(timekeeper: first.timekeeper)
    try await second.runner.restore(saved, fromStart: true)
    let status = second.runner.status()
    #expect(status.phase == .paused)
    #expect(status.pausedBy == .restart)
    #expect(status.elapsedMs == 0)
    #expect(status.plan == saved.plan)
    #expect(second.output.events.last?.words.sentence.contains("the position was lost") == true)
    #expect(try SavedWorkout(json: try #require(second.store.saved).json) == second.store.saved)
  }

  @Test func `a workout that has left several endless repeats is restored, and can move back into each`() async throws {
    let first = RestoringFixture()
    try await first.start("lead-in off\nforever (1m run, 1m walk), forever (30s sprint, 30s walk), 5m cooldown")
    first.timekeeper.pass(.seconds(150))
    for _ in 0..<2 { _ = try await first.runner.handle(.next(out: true)) }
    let second = try await first.restarted(after: .seconds(1))
    #expect(second.runner.status().interval?.kind == "cooldown")
    #expect(try await second.runner.handle(.previous).interval?.kind == "sprint")
    #expect(try await second.runner.handle(.previous).interval?.kind == "run")
    #expect(second.runner.status().number == 3)
  }

  @Test(arguments: seeds)
  func `a saved workout equals the workout that is read from its JSON`(seed: UInt64) async throws {
    var generator = SplitMix64(seed: seed)
    let fixture = RestoringFixture()
    try await fixture.start("name \"a\\\"b\"\n600x(20s run \"über\", 30s walk @6:00/km)")
    for _ in 0..<10 {
      fixture.timekeeper.pass(.milliseconds(Int.random(in: 0...30_000, using: &generator)))
      _ = try await fixture.runner.handle([.toggle, .next(out: false), .previous].randomElement(using: &generator)!)
      let saved = try #require(fixture.store.saved)
      #expect(try SavedWorkout(json: saved.json) == saved)
    }
  }

  @Test func `the position in a long interval is saved every minute while the workout runs`() async throws {
    let first = RestoringFixture()
    try await first.start("lead-in off\n1h run")
    first.timekeeper.pass(.seconds(200))
    #expect(first.timekeeper.alarm.map { $0 - first.timekeeper.now } == .seconds(40))
    let second = try await first.restarted(after: .seconds(400))
    #expect(second.runner.status().elapsedMs == 180_000)
    // The position of a paused workout does not change, so no alarm is set to save it.
    #expect(second.timekeeper.alarm == nil)
    _ = try await second.runner.handle(.resume)
    second.timekeeper.reboot()
    let third = try await second.restarted(after: .seconds(10))
    #expect(third.runner.status().elapsedMs == 180_000)
  }

  @Test func `the position in an open interval is also saved every minute`() async throws {
    let first = RestoringFixture()
    try await first.start("lead-in off\nopen run")
    first.timekeeper.pass(.seconds(150))
    let second = try await first.restarted(after: .seconds(400))
    #expect(second.runner.status().elapsedMs == 120_000)
  }

  @Test func `a daemon that is terminated saves the current position`() async throws {
    let first = RestoringFixture()
    try await first.startLongWorkout()
    first.timekeeper.pass(.seconds(23))
    _ = await first.runner.shutDown()
    #expect(first.timekeeper.alarm == nil)
    let second = try await first.restarted(after: .seconds(400))
    #expect(second.runner.status().elapsedMs == 23_000)
  }

  @Test func `a workout with cues is recorded once, whether it is finished, stopped or replaced`() async throws {
    let fixture = RestoringFixture(configuration: Settings())
    try await fixture.start("lead-in off\n10s run")
    fixture.timekeeper.pass(.seconds(10))
    #expect(fixture.store.summaries.map(\.completed) == [true])
    try await fixture.start("lead-in off\n20s run")
    fixture.timekeeper.pass(.seconds(10))
    try await fixture.fixture.start("lead-in off\n20s run", replace: true)
    #expect(fixture.store.summaries.map(\.completed) == [true, false])
    fixture.timekeeper.pass(.seconds(10))
    _ = try await fixture.runner.stop()
    #expect(fixture.store.summaries.map(\.completed) == [true, false, false])
  }
}
