import WorkoutReports
import FoundationEssentials
import TestSupport
import Testing
import ControlInterface
import WorkoutEngine
import WorkoutModel
import WorkoutPresentation

@testable import DaemonRuntime

/// A workout that goes on in another process.
@Suite struct RestoringTests {
  @Test func `a workout goes on on its old grid, and what it missed is counted`() async throws {
    let first = RestoringFixture()
    try await first.start("lead-in off\n600x(2s run, 3s walk)", planName: "short")
    first.timekeeper.pass(.seconds(11))
    let before = first.runner.status()
    let alarm = first.timekeeper.alarm
    let second = try await first.killed(awayFor: .seconds(4))
    let after = second.runner.status()
    #expect(after.workoutId == before.workoutId && after.planName == "short" && after.plan == before.plan)
    #expect(after.phase == .running && after.pausedBy == nil)
    // The interval from 10 s to 12 s was under way; boundaries at 12 s and 15 s were missed.
    #expect(after.number == 7 && after.interval?.kind == "run")
    #expect(after.deadlineNs == before.deadlineNs.map { $0 + 5_000_000_000 })
    #expect(after.elapsedMs == 15_000 && after.punctuality?.missed == 2 && after.punctuality?.cues == 4)
    #expect(second.output.events.map(\.effect) == [.rejoined(.restart, missed: 2)])
    #expect(second.timekeeper.alarm == alarm.map { $0 + .seconds(5) })
  }

  @Test func `a corrected workout goes on corrected`() async throws {
    let first = RestoringFixture()
    try await first.start("lead-in off\n2x(until 1km (30s run @5:00/km, 30s walk @10:00/km), 1m rest @20:00/km)")
    first.timekeeper.pass(.seconds(100))
    _ = try await first.runner.handle(.correct(metres: 500))
    let before = first.runner.status()
    let second = try await first.killed(awayFor: .seconds(4))
    let after = second.runner.status()
    #expect(after.of == before.of && after.rounds == before.rounds && after.deadlineNs == before.deadlineNs)
    #expect(after.remainingMs == before.remainingMs.map { $0 - 4000 })
    #expect(abs((after.distanceM ?? 0) - (before.distanceM.map { $0 + 4 / 0.6 } ?? 1)) < 1e-9)
    _ = try await second.runner.handle(.correct(metres: 300))
    #expect(second.runner.status().distanceM == 300)
  }

  @Test func `what was measured without a pace stands, and the repeat that was left is known`() async throws {
    let first = RestoringFixture()
    try await first.start("lead-in off\nuntil 400mtr (1m run @5:00/km), 30m walk, 5m walk")
    first.timekeeper.pass(.seconds(150))
    _ = try await first.runner.handle(.correct(metres: 450))
    let kept = try #require(first.keeper.kept)
    #expect(try KeptWorkout(json: kept.json) == kept)
    let second = try await first.killed(awayFor: .seconds(4))
    second.timekeeper.pass(.seconds(600))
    #expect(second.runner.status().distanceM == 450)
    second.timekeeper.pass(.seconds(1200))
    #expect(second.runner.status().distanceM == nil)
  }

  @Test func `one that is killed between two boundaries misses nothing`() async throws {
    let first = RestoringFixture()
    try await first.start("lead-in off\n600x(20s run, 30s walk)")
    first.timekeeper.pass(.seconds(3))
    let alarm = first.timekeeper.alarm
    let second = try await first.killed(awayFor: .seconds(1))
    #expect(second.output.events.map(\.effect) == [.rejoined(.restart, missed: 0)])
    #expect(second.timekeeper.alarm == alarm && alarm != nil)
  }

  @Test func `one that was over while the daemon was away is finished as of its end, and recorded`() async throws {
    let first = RestoringFixture()
    try await first.start("lead-in off\n10s run, 10s walk")
    first.timekeeper.pass(.seconds(12))
    let second = try await first.killed(awayFor: .seconds(60))
    #expect(second.runner.status().phase == .idle)
    #expect(second.keeper.summaries.count == 1)
    let summary = try #require(second.keeper.summaries.first)
    #expect(summary.completed && summary.elapsedMs == 20_000 && summary.intervals == 2)
    #expect(summary.startedAt == "2026-01-01T00:00:00Z" && summary.endedAt == "2026-01-01T00:00:20Z")
    #expect(summary.punctuality?.cues == 1 && summary.punctuality?.missed == 1)
    #expect(second.keeper.kept == nil)
    #expect(second.output.events.allSatisfy { $0.gap == Gap(interruption: .restart, missed: 1) })
  }

  @Test func `a sleep that nobody has asked behind is met before the daemon ends`() async throws {
    let first = RestoringFixture()
    try await first.start("lead-in off\n600x(20s run, 30s walk)")
    first.timekeeper.pass(.seconds(3))
    first.timekeeper.sleep(for: .seconds(3600))
    _ = await first.runner.shutDown()
    let second = try await first.killed(awayFor: .seconds(1))
    let status = second.runner.status()
    #expect(status.pausedBy == .sleep && status.elapsedMs == 3000)
  }

  /// As it was kept before distances could be corrected: 40 s into the second round, extended by ten.
  @Test func `what an older version kept is gone on with`() async throws {
    let first = RestoringFixture()
    try await first.start("lead-in off\nuntil 1km (60s run @5:00/km)")
    first.timekeeper.pass(.seconds(100))
    _ = try await first.runner.handle(.extend(by: .seconds(10)))
    let kept = try #require(first.keeper.kept)
    let old = kept.json.replacing(/"course":\{.*?\},(?="cueing")/, with: "")
    #expect(old != kept.json && !old.contains("course") && !old.contains("corrected"))
    let second = RestoringFixture(timekeeper: first.timekeeper)
    try await second.runner.restore(try KeptWorkout(json: old))
    _ = try await second.runner.handle(.correct(metres: 500))
    _ = try await first.runner.handle(.correct(metres: 500))
    let (left, right) = (first.runner.status(), second.runner.status())
    #expect(
      left.remainingMs == right.remainingMs && left.deadlineNs == right.deadlineNs && right.remainingMs == 150_000)
  }

  @Test func `a daemon that is ending does nothing any more`() async throws {
    let fixture = RestoringFixture()
    try await fixture.start("lead-in off\n600x(20s run, 30s walk)")
    #expect(await fixture.runner.shutDown() != nil)
    let kept = fixture.keeper.kept
    await #expect(throws: ControlError.notRunning) { try await fixture.runner.handle(.next(out: false)) }
    await #expect(throws: ControlError.notRunning) { try await fixture.runner.correct(toMetres: 1) }
    await #expect(throws: ControlError.notRunning) { try await fixture.start("10s run") }
    await fixture.runner.prepareForSuspend()
    await fixture.runner.handleSuspend(notified: true)
    #expect(fixture.keeper.kept == kept && kept != nil)
  }

  @Test func `in the lead-in too it is said what happened`() async throws {
    let first = RestoringFixture()
    try await first.start("lead-in 1m\n600x(20s run, 30s walk)")
    let second = try await first.killed(awayFor: .seconds(1))
    let event = try #require(second.output.events.first)
    #expect(event.words.lines.last == "intervald was restarted")
  }

  @Test func `each workout is recorded once, be it finished, stopped or replaced, with all its cues`() async throws {
    let fixture = RestoringFixture(configuration: Settings())
    try await fixture.start("lead-in off\n10s run")
    fixture.timekeeper.pass(.seconds(10))
    #expect(fixture.keeper.summaries.map(\.completed) == [true])
    try await fixture.start("lead-in off\n10s run")
    try await fixture.fixture.start("lead-in off\n20s run", replace: true)
    #expect(fixture.keeper.summaries.map(\.completed) == [true, false])
    _ = try await fixture.runner.stop()
    #expect(fixture.keeper.summaries.map(\.completed) == [true, false, false])
  }

  @Test func `behind a longer absence it is paused as of when it was kept, and says why`() async throws {
    let first = RestoringFixture()
    try await first.start("lead-in off\n600x(20s run, 30s walk)")
    first.timekeeper.pass(.seconds(23))
    let second = try await first.killed(awayFor: .seconds(400))
    let status = second.runner.status()
    #expect(status.phase == .paused && status.pausedBy == .restart && status.deadlineNs == nil)
    // It was kept last when the walk began.
    #expect(status.elapsedMs == 20_000 && status.intervalElapsedMs == 0)
    #expect(second.output.events.map(\.effect) == [.rejoined(.restart, missed: 0)])
    let resumed = try await second.runner.handle(.resume)
    #expect(resumed.phase == .running && resumed.intervalRemainingMs == 30_000)
    let summary = try await second.runner.stop()
    #expect(summary.pausedMs == 403_000)
  }

  @Test func `of a long interval a minute is lost at most`() async throws {
    let first = RestoringFixture()
    try await first.start("lead-in off\n1h run")
    first.timekeeper.pass(.seconds(200))
    #expect(first.timekeeper.alarm.map { $0 - first.timekeeper.now } == .seconds(40))
    let second = try await first.killed(awayFor: .seconds(400))
    #expect(second.runner.status().elapsedMs == 180_000)
    // While it is paused nothing grows old.
    #expect(second.timekeeper.alarm == nil)
    _ = try await second.runner.handle(.resume)
    second.timekeeper.reboot()
    let third = try await second.killed(awayFor: .seconds(10))
    #expect(third.runner.status().elapsedMs == 180_000)
  }

  @Test func `an open interval is kept by the minute, too`() async throws {
    let first = RestoringFixture()
    try await first.start("lead-in off\nopen run")
    first.timekeeper.pass(.seconds(150))
    let second = try await first.killed(awayFor: .seconds(400))
    #expect(second.runner.status().elapsedMs == 120_000)
  }

  @Test func `a daemon that is told to end keeps the very place`() async throws {
    let first = RestoringFixture()
    try await first.start("lead-in off\n600x(20s run, 30s walk)")
    first.timekeeper.pass(.seconds(23))
    _ = await first.runner.shutDown()
    #expect(first.timekeeper.alarm == nil)
    let second = try await first.killed(awayFor: .seconds(400))
    #expect(second.runner.status().elapsedMs == 23_000)
  }

  @Test func `over a start of the machine it is paused, and its pause is as long as the time of day says`() async throws
  {
    let first = RestoringFixture()
    try await first.start("lead-in off\n600x(20s run, 30s walk)")
    first.timekeeper.pass(.seconds(40))
    _ = await first.runner.shutDown()
    first.timekeeper.reboot()
    let second = try await first.killed(awayFor: .seconds(90))
    let status = second.runner.status()
    #expect(status.phase == .paused && status.pausedBy == .restart && status.elapsedMs == 40_000)
    let resumed = try await second.runner.handle(.resume)
    #expect(resumed.intervalRemainingMs == 10_000)
    #expect(resumed.deadlineNs.map { $0 - resumed.atNs } == 10_000_000_000)
  }

  @Test func `a machine that does not know the year costs no place`() async throws {
    let first = RestoringFixture()
    try await first.start("lead-in off\n600x(20s run, 30s walk)")
    first.timekeeper.pass(.seconds(40))
    _ = await first.runner.shutDown()
    first.timekeeper.reboot()
    first.timekeeper.stepWallClock(by: .seconds(60 * 365 * 24 * 3600))
    let second = try await first.killed(awayFor: .seconds(90))
    _ = try await second.runner.handle(.resume)
    second.timekeeper.pass(.seconds(5))
    let third = try await second.killed(awayFor: .seconds(1))
    #expect(third.runner.status().elapsedMs == 46_000)
  }

  @Test(arguments: [(SleepPolicy.continue, Report.Phase.running), (.pause, .paused), (.stop, .paused)])
  func `a sleep while the daemon was away is met as the settings say`(
    policy: SleepPolicy, phase: Report.Phase
  ) async throws {
    var settings = Settings.withoutCues
    settings.onSleep = policy
    let first = RestoringFixture(configuration: settings)
    try await first.start("lead-in off\n600x(20s run, 30s walk)")
    first.timekeeper.pass(.seconds(2))
    first.timekeeper.sleep(for: .seconds(35))
    let second = try await first.killed(awayFor: .seconds(1))
    let status = second.runner.status()
    #expect(status.phase == phase)
    if phase == .running { #expect(status.elapsedMs == 38_000 && status.intervalElapsedMs == 18_000) }
  }

  @Test func `what the user paused stays so, however long that takes`() async throws {
    let first = RestoringFixture()
    try await first.start("lead-in off\n600x(20s run, 30s walk)")
    first.timekeeper.pass(.seconds(7))
    _ = try await first.runner.handle(.pause(.user))
    let second = try await first.killed(awayFor: .seconds(1))
    #expect(second.runner.status().pausedBy == .user)
    let third = try await second.killed(awayFor: .seconds(100_000))
    #expect(third.runner.status().pausedBy == .user)
    #expect(third.runner.status().elapsedMs == 7000)
  }

  @Test func `what the configuration says now of paces and lead-in does not touch what is under way`() async throws {
    var then = Settings.withoutCues
    then.leadIn = .seconds(8)
    let first = RestoringFixture(configuration: then)
    try await first.start("600x(20s run, 30s walk)")
    first.timekeeper.pass(.seconds(2))
    var now = Settings.withoutCues
    now.paces = [.run: .speed(3, .metresPerSecond)]
    let second = try await first.killed(awayFor: .seconds(1), configuration: now)
    let status = second.runner.status()
    #expect(status.phase == .leadIn && status.intervalRemainingMs == 5000 && status.next?.paceMps == nil)
  }

  @Test func `neither a replaced plan nor a damaged place is gone on with`() async throws {
    let first = RestoringFixture()
    try await first.start("lead-in off\n600x(20s run, 30s walk)")
    first.timekeeper.pass(.seconds(23))
    let json = try #require(first.keeper.kept).json
    let second = RunnerFixture(configuration: .withoutCues)
    for (text, fault) in [
      (json.replacing("600x(20s run, 30s walk)", with: "20s run"), KeptWorkout.Fault.impossible),
      (json.replacing("\"version\":1", with: "\"version\":7"), .version(7)),
      (String(json.dropLast(9)), .malformed), ("", .malformed), ("[]", .malformed),
      (json.replacing("\"monotonicNs\":", with: "\"monotonicNs\":-"), .malformed),
    ] {
      await #expect(throws: fault) { try await second.runner.restore(KeptWorkout(json: text)) }
      #expect(second.runner.status().phase == .idle)
    }
  }

  @Test(arguments: seeds)
  func `whatever was kept, it reads back as the same`(seed: UInt64) async throws {
    var generator = SplitMix64(seed: seed)
    let fixture = RestoringFixture()
    try await fixture.start("name \"a\\\"b\"\n600x(20s run \"über\", 30s walk @6:00/km)")
    for _ in 0..<10 {
      fixture.timekeeper.pass(.milliseconds(Int.random(in: 0...30_000, using: &generator)))
      _ = try await fixture.runner.handle([.toggle, .next(out: false), .previous].randomElement(using: &generator)!)
      let kept = try #require(fixture.keeper.kept)
      #expect(try KeptWorkout(json: kept.json) == kept)
    }
  }
}

/// A runner whose place is kept, through JSON, for the next one.
private struct RestoringFixture {
  let fixture: RunnerFixture
  let keeper: InMemoryKeeper

  init(configuration: Settings = .withoutCues, timekeeper: ManualTimekeeper = ManualTimekeeper()) {
    keeper = InMemoryKeeper()
    fixture = RunnerFixture(timekeeper: timekeeper, configuration: configuration, keeper: keeper)
  }

  var runner: WorkoutRunner { fixture.runner }
  var timekeeper: ManualTimekeeper { fixture.timekeeper }
  var output: EventRecorder { fixture.output }

  func start(_ text: String, planName: String? = nil) async throws {
    try await fixture.start(text, planName: planName)
  }

  /// Another process, some time after this one was killed.
  func killed(awayFor away: Duration, configuration: Settings = .withoutCues) async throws -> RestoringFixture {
    let settings = await runner.settings.onSleep.map { policy in
      var settings = configuration
      settings.onSleep = policy
      return settings
    }
    timekeeper.removeAlarm()
    timekeeper.pass(away)
    let next = RestoringFixture(configuration: settings ?? configuration, timekeeper: timekeeper)
    try await next.runner.restore(KeptWorkout(json: try #require(keeper.kept).json))
    return next
  }
}
