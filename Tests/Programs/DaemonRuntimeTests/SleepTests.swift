import WorkoutReports
import Desktop
import FoundationEssentials
import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel
import WorkoutPresentation

@testable import DaemonRuntime

/// What becomes of a workout in the machine's sleep, on a clock of the test's: 40 s into 6 rounds of 30 s and 30 s.
@Suite struct SleepTests {
  private let plan = "lead-in off\n6x(30s run, 30s walk)"

  @Test func `a workout that is paused by sleep has stood still since, and the sleep is a pause`() async throws {
    let fixture = try await fixture(.pause)
    try await sleep(fixture, .seconds(3600))
    let status = fixture.runner.status()
    #expect(status.phase == .paused && status.pausedBy == .sleep && status.elapsedMs == 40_000)
    #expect(status.intervalRemainingMs == 20_000 && fixture.timekeeper.alarm == nil)
    fixture.timekeeper.pass(.seconds(10))
    _ = try await fixture.runner.handle(.resume)
    #expect(fixture.timekeeper.alarm == fixture.timekeeper.now + .seconds(20))
    let summary = try await fixture.runner.stop()
    #expect(summary.elapsedMs == 40_000 && summary.pausedMs == 3_612_000)
    #expect(fixture.newEffects.dropLast() == [.rejoined(.sleep, missed: 0), .resumed])
  }

  @Test func `a workout that goes on through sleep is where its grid is, and what was missed is counted`() async throws
  {
    let fixture = try await fixture(.continue)
    // Of 38 s more and 60 s of sleep 20 + 30 + 30 end three intervals.
    try await sleep(fixture, .seconds(60), announced: .seconds(38))
    let status = fixture.runner.status()
    #expect(status.phase == .running && status.elapsedMs == 138_000 && status.number == 5)
    #expect(fixture.timekeeper.alarm == fixture.timekeeper.now + .seconds(12))
    #expect(fixture.newEffects == [.rejoined(.sleep, missed: 3)] && status.punctuality?.missed == 3)
    fixture.timekeeper.pass(.seconds(300))
    let summary = try #require(fixture.output.events.last?.summary)
    #expect(summary.completed && summary.elapsedMs == 360_000 && summary.pausedMs == 0)
    #expect(summary.punctuality?.missed == 3 && summary.endedAt == "2026-01-01T00:06:00Z")
  }

  @Test func `a workout whose end has passed in sleep is finished, at its own time`() async throws {
    let fixture = try await fixture(.continue)
    try await sleep(fixture, .seconds(3600))
    #expect(fixture.runner.status().phase == .idle)
    let event = try #require(fixture.output.events.last)
    let summary = try #require(event.summary)
    #expect(summary.completed && summary.elapsedMs == 360_000 && summary.endedAt == "2026-01-01T00:06:00Z")
    #expect(event.gap == Gap(interruption: .sleep, missed: 11) && summary.punctuality?.missed == 11)
    #expect(fixture.newEffects.count == 1 && fixture.timekeeper.alarm == nil)
  }

  @Test func `a workout that sleep stops ended when it began`() async throws {
    let fixture = try await fixture(.stop)
    try await sleep(fixture, .seconds(3600))
    let event = try #require(fixture.output.events.last)
    let summary = try #require(event.summary)
    #expect(!summary.completed && summary.elapsedMs == 40_000 && summary.pausedMs == 0)
    #expect(summary.endedAt == "2026-01-01T00:00:40Z" && event.gap == Gap(interruption: .sleep, missed: 0))
    #expect(fixture.newEffects.count == 1 && fixture.timekeeper.alarm == nil)
  }

  @Test(arguments: SleepPolicy.allCases)
  func `what was paused stays paused, for its own reason, and nothing is said of it`(policy: SleepPolicy) async throws {
    let fixture = try await fixture(policy)
    _ = try await fixture.runner.handle(.pause(.user))
    try await sleep(fixture, .seconds(3600))
    #expect(fixture.runner.status().pausedBy == .user)
    _ = try await fixture.runner.handle(.resume)
    #expect(fixture.timekeeper.alarm == fixture.timekeeper.now + .seconds(20))
    let summary = try await fixture.runner.stop()
    #expect(summary.elapsedMs == 40_000 && summary.pausedMs == 3_602_000)
    #expect(fixture.newEffects.dropLast() == [.paused(.user), .resumed])
  }

  @Test(arguments: [
    (SleepPolicy.pause, Report.Phase.paused, 6000), (.continue, .running, 26_000), (.stop, .idle, 0),
  ])
  func `a lead-in is met likewise`(policy: SleepPolicy, phase: Report.Phase, leftMs: Int) async throws {
    let fixture = RunnerFixture(configuration: .sleeping(policy))
    try await fixture.start("lead-in 10s\n30s run, 30s walk")
    fixture.timekeeper.pass(.seconds(4))
    try await sleep(fixture, .seconds(8))
    let status = fixture.runner.status()
    #expect(status.phase == phase && (status.intervalRemainingMs ?? 0) == leftMs)
  }

  @Test(arguments: SleepPolicy.allCases)
  func `a sleep that nobody has told of is met when the runner is asked`(policy: SleepPolicy) async throws {
    let fixture = try await fixture(policy)
    fixture.timekeeper.sleep(for: .seconds(45))
    let status = fixture.runner.status()
    #expect(status.phase == [.pause: .paused, .continue: .running, .stop: .idle][policy])
    #expect(status.elapsedMs == [.pause: 40_000, .continue: 85_000, .stop: 0][policy])
    await fixture.runner.finishPendingWork()
    #expect(fixture.newEffects.count == 1)
    // That it is over is told late, and twice.
    await fixture.runner.meetSleep(isToldOf: true)
    await fixture.runner.meetSleep()
    #expect(fixture.newEffects.count == 1)
  }

  @Test(arguments: [(SleepPolicy.pause, 0), (.continue, 2)])
  func `a sleep that nobody has told of is met when the alarm rings, before the cue that it rings for`(
    policy: SleepPolicy, missed: Int
  ) async throws {
    let fixture = try await fixture(policy)
    fixture.timekeeper.sleep(for: .seconds(45))
    fixture.timekeeper.pass(.seconds(20), lateness: .zero)
    #expect(fixture.newEffects == [.rejoined(.sleep, missed: missed)])
  }

  @Test func `a command that comes before the news of the waking meets the sleep first`() async throws {
    let fixture = try await fixture(.pause)
    await fixture.runner.fallAsleep()
    fixture.timekeeper.sleep(for: .seconds(3600))
    _ = try await fixture.runner.handle(.resume)
    await fixture.runner.meetSleep(isToldOf: true)
    #expect(fixture.newEffects == [.rejoined(.sleep, missed: 0), .resumed])
  }

  @Test func `the place that is kept for the sleep is that of the moment at which it is told of`() async throws {
    let keeper = InMemoryKeeper()
    let fixture = RunnerFixture(keeper: keeper)
    try await fixture.start(plan)
    fixture.timekeeper.pass(.seconds(47))
    let before = try #require(keeper.kept)
    await fixture.runner.fallAsleep()
    let kept = try #require(keeper.kept)
    #expect(kept.clocks == fixture.timekeeper.reading && kept.clocks.now - before.clocks.now == .seconds(17))
    #expect(kept.id == before.id)
  }

  @Test(arguments: SleepPolicy.allCases)
  func `a sleep that is told of and fails leaves the workout alone`(policy: SleepPolicy) async throws {
    let fixture = try await fixture(policy)
    let alarm = fixture.timekeeper.alarm
    try await sleep(fixture, .zero, announced: .milliseconds(1500))
    #expect(fixture.newEffects == [] && fixture.timekeeper.alarm == alarm)
    #expect(fixture.runner.status().elapsedMs == 41_500)
    // One that nobody tells of is then met for itself, and not since the one that failed.
    fixture.timekeeper.pass(.seconds(3))
    fixture.timekeeper.sleep(for: .seconds(45))
    let status = fixture.runner.status()
    await fixture.runner.finishPendingWork()
    let elapsedMs = fixture.output.events.last?.summary?.elapsedMs ?? status.elapsedMs
    #expect(fixture.newEffects.count == 1)
    #expect(elapsedMs == [.pause: 44_500, .continue: 89_500, .stop: 44_500][policy])
  }

  @Test func `what the machine slept before a workout is none of its time`() async throws {
    let fixture = RunnerFixture(configuration: .sleeping(.continue))
    fixture.timekeeper.sleep(for: .seconds(3600))
    try await fixture.start(plan)
    #expect(fixture.runner.status().elapsedMs == 0)
    #expect(fixture.output.events.map(\.effect) == [.started, .intervalBegan(lateness: nil, missed: 0)])
  }

  @Test(arguments: [-7200, -3600, 3600, 86_400 * 400])
  func `setting the clock changes nothing, not even what the times of day in the summary say`(step: Int) async throws {
    let fixture = try await fixture(.pause)
    let alarm = fixture.timekeeper.alarm
    fixture.timekeeper.stepWallClock(by: .seconds(step))
    _ = fixture.runner.status()
    #expect(fixture.timekeeper.alarm == alarm && fixture.newEffects == [])
    fixture.timekeeper.pass(.seconds(400))
    let summary = try #require(fixture.output.events.last?.summary)
    #expect(summary.startedAt == "2026-01-01T00:00:00Z" && summary.endedAt == "2026-01-01T00:06:00Z")
    #expect(summary.elapsedMs == 360_000 && summary.punctuality?.missed == 0)
  }

  @Test(arguments: [
    (SleepPolicy.pause, "Paused: Run 30 s", "20 s left\nThe computer slept"),
    (.continue, "Resumed: Run 30 s", "15 s left\nThen run 30 s\nThe computer slept: 1 cue missed"),
    (.stop, "Workout stopped", "0:40\nThe computer slept"),
  ])
  func `one notification says what has become of it`(policy: SleepPolicy, title: String, lines: String) async throws {
    let notifier = InMemoryNotifier()
    var settings = Settings()
    settings.onSleep = policy
    let fixture = RunnerFixture(
      configuration: settings, outputs: [NotificationOutput(notifier, pictures: .none)])
    try await fixture.start("lead-in off\nforever 30s run")
    fixture.timekeeper.pass(.seconds(40))
    let before = notifier.calls.count
    try await sleep(fixture, .seconds(35), announced: .zero)
    #expect(notifier.calls.count == before + 1)
    #expect(notifier.shown?.summary == title)
    #expect(notifier.shown?.body.hasPrefix(lines) == true, "\(notifier.shown?.body ?? "")")
  }

  @Test func `the machine is kept awake while the clock runs`() async throws {
    let inhibitor = InMemorySleepInhibitor()
    let fixture = RunnerFixture(configuration: .sleeping(.pause), outputs: [SleepOutput(inhibitor)])
    func isHeld() -> Bool { inhibitor.calls.elements.last == .inhibit }
    try await fixture.start("lead-in 5s\n30s run, 30s walk")
    #expect(isHeld())
    for command in [Command.pause(.user), .resume, .next(out: false), .pause(.user), .toggle] {
      let status = try await fixture.runner.handle(command)
      #expect(isHeld() == (status.phase != .paused))
    }
    try await sleep(fixture, .seconds(60))
    #expect(!isHeld())
    _ = try await fixture.runner.handle(.resume)
    #expect(isHeld())
    fixture.timekeeper.pass(.seconds(60))
    #expect(!isHeld())
  }

  /// A runner 40 s into the plan.
  private func fixture(_ policy: SleepPolicy) async throws -> RunnerFixture {
    let fixture = RunnerFixture(configuration: .sleeping(policy))
    try await fixture.start(plan)
    fixture.timekeeper.pass(.seconds(40))
    fixture.output.mark()
    return fixture
  }

  /// Has the machine sleep so long, a while after it was told of, and be awake for two seconds before that is told.
  private func sleep(
    _ fixture: RunnerFixture, _ duration: Duration, announced ahead: Duration = .seconds(2)
  ) async throws {
    await fixture.runner.fallAsleep()
    fixture.timekeeper.sleep(for: duration)
    fixture.timekeeper.pass(ahead)
    await fixture.runner.meetSleep(isToldOf: true)
  }
}

extension RunnerFixture {
  /// What has happened since the recorder's mark.
  fileprivate var newEffects: [Effect] { output.newEvents.map(\.effect) }
}

extension Settings {
  fileprivate static func sleeping(_ policy: SleepPolicy) -> Settings {
    var settings = Settings.withoutCues
    settings.onSleep = policy
    return settings
  }
}
