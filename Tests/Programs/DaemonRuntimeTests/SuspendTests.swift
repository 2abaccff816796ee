import Desktop
import FoundationEssentials
import Power
import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel
import WorkoutPresentation
import WorkoutReports

@testable import DaemonRuntime

/// Suspends on a manual clock.
///
/// Most suspends begin 40 s after the start of a workout, which has six rounds with two intervals of 30 s.
@Suite struct SuspendTests {
  private let plan = "lead-in off\n6x(30s run, 30s walk)"

  @Test func `a workout that a suspend pauses counts the suspend as a pause`() async throws {
    let fixture = try await fixture(.pause)
    try await suspend(fixture, .seconds(3600))
    let status = fixture.runner.status()
    #expect(status.phase == .paused)
    #expect(status.pausedBy == .sleep)
    #expect(status.elapsedMs == 40_000)
    #expect(status.intervalRemainingMs == 20_000)
    #expect(fixture.timekeeper.alarm == nil)
    fixture.timekeeper.pass(.seconds(10))
    _ = try await fixture.runner.handle(.resume)
    #expect(fixture.timekeeper.alarm == fixture.timekeeper.now + .seconds(20))
    let summary = try await fixture.runner.stop()
    #expect(summary.elapsedMs == 40_000)
    #expect(summary.pausedMs == 3_612_000)
    #expect(fixture.newEffects.dropLast() == [.rejoined(.sleep, missed: 0), .resumed])
  }

  @Test func `a workout that continues through a suspend stays on schedule and counts missed cues`() async throws {
    let fixture = try await fixture(.continue)
    // The machine is awake for 38 s and asleep for 60 s. In these 98 s, three intervals end: after 20 s, 50 s and 80 s.
    try await suspend(fixture, .seconds(60), notifiedAfter: .seconds(38))
    let status = fixture.runner.status()
    #expect(status.phase == .running)
    #expect(status.elapsedMs == 138_000)
    #expect(status.number == 5)
    #expect(fixture.timekeeper.alarm == fixture.timekeeper.now + .seconds(12))
    #expect(fixture.newEffects == [.rejoined(.sleep, missed: 3)])
    #expect(status.punctuality?.missed == 3)
    fixture.timekeeper.pass(.seconds(300))
    let summary = try #require(fixture.output.events.last?.summary)
    #expect(summary.completed)
    #expect(summary.elapsedMs == 360_000)
    #expect(summary.pausedMs == 0)
    #expect(summary.punctuality?.missed == 3)
    #expect(summary.endedAt == "2026-01-01T00:06:00Z")
  }

  @Test func `a workout that ends during a suspend finishes at its scheduled time`() async throws {
    let fixture = try await fixture(.continue)
    try await suspend(fixture, .seconds(3600))
    #expect(fixture.runner.status().phase == .idle)
    let event = try #require(fixture.output.events.last)
    let summary = try #require(event.summary)
    #expect(summary.completed)
    #expect(summary.elapsedMs == 360_000)
    #expect(summary.endedAt == "2026-01-01T00:06:00Z")
    #expect(event.gap == Gap(interruption: .sleep, missed: 11))
    #expect(summary.punctuality?.missed == 11)
    #expect(fixture.newEffects.count == 1)
    #expect(fixture.timekeeper.alarm == nil)
  }

  @Test func `a workout that a suspend stops ends when the suspend begins`() async throws {
    let fixture = try await fixture(.stop)
    try await suspend(fixture, .seconds(3600))
    let event = try #require(fixture.output.events.last)
    let summary = try #require(event.summary)
    #expect(!summary.completed)
    #expect(summary.elapsedMs == 40_000)
    #expect(summary.pausedMs == 0)
    #expect(summary.endedAt == "2026-01-01T00:00:40Z")
    #expect(event.gap == Gap(interruption: .sleep, missed: 0))
    #expect(fixture.newEffects.count == 1)
    #expect(fixture.timekeeper.alarm == nil)
  }

  @Test(arguments: SleepPolicy.allCases)
  func `a paused workout stays paused for the same reason, without an event`(policy: SleepPolicy) async throws {
    let fixture = try await fixture(policy)
    _ = try await fixture.runner.handle(.pause(.user))
    try await suspend(fixture, .seconds(3600))
    #expect(fixture.runner.status().pausedBy == .user)
    _ = try await fixture.runner.handle(.resume)
    #expect(fixture.timekeeper.alarm == fixture.timekeeper.now + .seconds(20))
    let summary = try await fixture.runner.stop()
    #expect(summary.elapsedMs == 40_000)
    #expect(summary.pausedMs == 3_602_000)
    #expect(fixture.newEffects.dropLast() == [.paused(.user), .resumed])
  }

  @Test(arguments: [
    (SleepPolicy.pause, Report.Phase.paused, 6000), (.continue, .running, 26_000), (.stop, .idle, 0),
  ])
  func `the policy also applies to a suspend in the lead-in`(policy: SleepPolicy, phase: Report.Phase, leftMs: Int)
    async throws
  {
    let fixture = RunnerFixture(configuration: .sleeping(policy))
    try await fixture.start("lead-in 10s\n30s run, 30s walk")
    fixture.timekeeper.pass(.seconds(4))
    try await suspend(fixture, .seconds(8))
    let status = fixture.runner.status()
    #expect(status.phase == phase)
    #expect((status.intervalRemainingMs ?? 0) == leftMs)
  }

  @Test(arguments: SleepPolicy.allCases)
  func `an unannounced suspend is handled when a status is read`(policy: SleepPolicy) async throws {
    let fixture = try await fixture(policy)
    fixture.timekeeper.suspend(for: .seconds(45))
    let status = fixture.runner.status()
    #expect(status.phase == [.pause: .paused, .continue: .running, .stop: .idle][policy])
    #expect(status.elapsedMs == [.pause: 40_000, .continue: 85_000, .stop: 0][policy])
    await fixture.runner.finishPendingWork()
    #expect(fixture.newEffects.count == 1)
    // The notifications arrive late, and twice.
    await fixture.runner.handleSuspend(notified: true)
    await fixture.runner.handleSuspend()
    #expect(fixture.newEffects.count == 1)
  }

  @Test(arguments: [(SleepPolicy.pause, 0), (.continue, 2)])
  func `an unannounced suspend is handled when the alarm rings, before the cue of the alarm`(
    policy: SleepPolicy, missed: Int
  ) async throws {
    let fixture = try await fixture(policy)
    fixture.timekeeper.suspend(for: .seconds(45))
    fixture.timekeeper.pass(.seconds(20), lateness: .zero)
    #expect(fixture.newEffects == [.rejoined(.sleep, missed: missed)])
  }

  @Test func `a suspend whose end is not reported yet is handled before a command`() async throws {
    let fixture = try await fixture(.pause)
    await fixture.runner.prepareForSuspend()
    fixture.timekeeper.suspend(for: .seconds(3600))
    _ = try await fixture.runner.handle(.resume)
    await fixture.runner.handleSuspend(notified: true)
    #expect(fixture.newEffects == [.rejoined(.sleep, missed: 0), .resumed])
  }

  @Test func `the announcement of a suspend saves the current position`() async throws {
    let store = InMemoryStore()
    let fixture = RunnerFixture(store: store)
    try await fixture.start(plan)
    fixture.timekeeper.pass(.seconds(47))
    let before = try #require(store.saved)
    await fixture.runner.prepareForSuspend()
    let saved = try #require(store.saved)
    #expect(saved.clocks == fixture.timekeeper.reading)
    #expect(saved.clocks.now - before.clocks.now == .seconds(17))
    #expect(saved.id == before.id)
  }

  @Test(arguments: SleepPolicy.allCases)
  func `an announced suspend that fails does not change the workout`(policy: SleepPolicy) async throws {
    let fixture = try await fixture(policy)
    let alarm = fixture.timekeeper.alarm
    try await suspend(fixture, .zero, notifiedAfter: .milliseconds(1500))
    #expect(fixture.newEffects == [])
    #expect(fixture.timekeeper.alarm == alarm)
    #expect(fixture.runner.status().elapsedMs == 41_500)
    // The next suspend is not announced. This suspend starts when the machine stops, not when the failed suspend was
    // announced.
    fixture.timekeeper.pass(.seconds(3))
    fixture.timekeeper.suspend(for: .seconds(45))
    let status = fixture.runner.status()
    await fixture.runner.finishPendingWork()
    let elapsedMs = fixture.output.events.last?.summary?.elapsedMs ?? status.elapsedMs
    #expect(fixture.newEffects.count == 1)
    #expect(elapsedMs == [.pause: 44_500, .continue: 89_500, .stop: 44_500][policy])
  }

  @Test func `the time of a workout does not include an earlier suspend`() async throws {
    let fixture = RunnerFixture(configuration: .sleeping(.continue))
    fixture.timekeeper.suspend(for: .seconds(3600))
    try await fixture.start(plan)
    #expect(fixture.runner.status().elapsedMs == 0)
    #expect(fixture.output.events.map(\.effect) == [.started, .intervalBegan(lateness: nil, missed: 0)])
  }

  @Test(arguments: [-7200, -3600, 3600, 86_400 * 400])
  func `a change of the wall clock changes neither the workout nor the times in its summary`(step: Int) async throws {
    let fixture = try await fixture(.pause)
    let alarm = fixture.timekeeper.alarm
    fixture.timekeeper.stepWallClock(by: .seconds(step))
    _ = fixture.runner.status()
    #expect(fixture.timekeeper.alarm == alarm)
    #expect(fixture.newEffects == [])
    fixture.timekeeper.pass(.seconds(400))
    let summary = try #require(fixture.output.events.last?.summary)
    #expect(summary.startedAt == "2026-01-01T00:00:00Z")
    #expect(summary.endedAt == "2026-01-01T00:06:00Z")
    #expect(summary.elapsedMs == 360_000)
    #expect(summary.punctuality?.missed == 0)
  }

  @Test(arguments: [
    (SleepPolicy.pause, "Paused: run, 30 s", "20 s left\nThe computer slept"),
    (.continue, "Resumed: run, 30 s", "15 s left\nNext: run, 30 s\nThe computer slept: 1 cue missed"),
    (.stop, "Workout stopped", "0:40\nThe computer slept"),
  ])
  func `one notification shows the result of a suspend`(policy: SleepPolicy, title: String, lines: String) async throws
  {
    let notifier = InMemoryNotifier()
    var settings = Settings()
    settings.onSleep = policy
    let fixture = RunnerFixture(
      configuration: settings, outputs: [NotificationOutput(notifier, iconFiles: .none)])
    try await fixture.start("lead-in off\nforever 30s run")
    fixture.timekeeper.pass(.seconds(40))
    let before = notifier.calls.count
    try await suspend(fixture, .seconds(35), notifiedAfter: .zero)
    #expect(notifier.calls.count == before + 1)
    #expect(notifier.shown?.summary == title)
    #expect(notifier.shown?.body.hasPrefix(lines) == true, "\(notifier.shown?.body ?? "")")
  }

  @Test func `automatic suspend is inhibited while the clock runs`() async throws {
    let inhibitor = InMemorySleepInhibitor()
    let fixture = RunnerFixture(
      configuration: .sleeping(.pause), outputs: [InhibitorOutput(inhibitor, store: InMemoryStore())])
    func isHeld() -> Bool { inhibitor.calls.elements.last == .inhibit(.keepAwake) }
    try await fixture.start("lead-in 5s\n30s run, 30s walk")
    #expect(isHeld())
    for command in [Command.pause(.user), .resume, .next(out: false), .pause(.user), .toggle] {
      let status = try await fixture.runner.handle(command)
      #expect(isHeld() == (status.phase != .paused))
    }
    try await suspend(fixture, .seconds(60))
    #expect(!isHeld())
    _ = try await fixture.runner.handle(.resume)
    #expect(isHeld())
    fixture.timekeeper.pass(.seconds(60))
    #expect(!isHeld())
  }

  @Test func `a plan without keep-awake and with on-lock pause is paused by a lock, and says why`() async throws {
    let (inhibitor, notifier) = (InMemorySleepInhibitor(), InMemoryNotifier())
    let fixture = RunnerFixture(
      configuration: Settings(),
      outputs: [
        InhibitorOutput(inhibitor, store: InMemoryStore()), NotificationOutput(notifier, iconFiles: .none),
      ])
    try await fixture.start("lead-in off\nkeep-awake off\non-lock pause\n30s run, 30s walk")
    #expect(inhibitor.calls.elements.last == .inhibit(.reportLock))
    fixture.timekeeper.pass(.seconds(10))
    await fixture.runner.handleLock()
    #expect(fixture.runner.status().pausedBy == .lock)
    #expect(inhibitor.calls.elements.last == .release)
    #expect(notifier.shown?.body.hasPrefix("20 s left\nThe screen was locked") == true, "\(notifier.shown?.body ?? "")")
    #expect(StatusWords(fixture.runner.status(), clock: nil).paused == "Paused since the screen was locked:")
    _ = try await fixture.runner.handle(.resume)
    #expect(inhibitor.calls.elements.last == .inhibit(.reportLock))
  }

  @Test func `a lock does not affect a workout by default`() async throws {
    let fixture = try await fixture(.pause)
    await fixture.runner.handleLock()
    #expect(fixture.runner.status().phase == .running)
  }

  /// A runner 40 s after the start of the plan.
  private func fixture(_ policy: SleepPolicy) async throws -> RunnerFixture {
    let fixture = RunnerFixture(configuration: .sleeping(policy))
    try await fixture.start(plan)
    fixture.timekeeper.pass(.seconds(40))
    fixture.output.mark()
    return fixture
  }

  /// Announces a suspend, suspends the machine for `duration`, and reports the resume `delay` later.
  private func suspend(
    _ fixture: RunnerFixture, _ duration: Duration, notifiedAfter delay: Duration = .seconds(2)
  ) async throws {
    await fixture.runner.prepareForSuspend()
    fixture.timekeeper.suspend(for: duration)
    fixture.timekeeper.pass(delay)
    await fixture.runner.handleSuspend(notified: true)
  }
}

extension RunnerFixture {
  /// The effects since the last call of `output.mark`.
  fileprivate var newEffects: [Effect] { output.newEvents.map(\.effect) }
}

extension Settings {
  fileprivate static func sleeping(_ policy: SleepPolicy) -> Settings {
    var settings = Settings.withoutCues
    settings.onSleep = policy
    return settings
  }
}
