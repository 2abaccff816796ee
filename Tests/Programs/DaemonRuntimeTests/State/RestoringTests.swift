import ControlInterface
import FoundationEssentials
import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel
import WorkoutPresentation
import WorkoutReports

@testable import DaemonRuntime

/// A workout that continues in another process.
@Suite struct RestoringTests {
  @Test func `a workout continues on its original schedule, and its missed boundaries are counted`() async throws {
    let first = RestoringFixture()
    try await first.start("lead-in off\n600x(2s run, 3s walk)", planName: "short")
    first.timekeeper.pass(.seconds(11))
    let before = first.runner.status()
    let alarm = first.timekeeper.alarm
    let second = try await first.restarted(after: .seconds(4))
    let after = second.runner.status()
    #expect(after.workoutId == before.workoutId)
    #expect(after.planName == "short")
    #expect(after.plan == before.plan)
    #expect(after.phase == .running)
    #expect(after.pausedBy == nil)
    // The process was killed in the interval from 10 s to 12 s, and missed the boundaries at 12 s and 15 s.
    #expect(after.number == 7)
    #expect(after.interval?.kind == "run")
    #expect(after.deadlineNs == before.deadlineNs.map { $0 + 5_000_000_000 })
    #expect(after.elapsedMs == 15_000)
    #expect(after.punctuality?.missed == 2)
    #expect(after.punctuality?.cues == 4)
    #expect(second.output.events.map(\.effect) == [.rejoined(.restart, missed: 2)])
    #expect(second.timekeeper.alarm == alarm.map { $0 + .seconds(5) })
  }

  @Test func `a restored workout is still a session of its program`() async throws {
    let session = Report.Session(
      program: "c25k", week: 3, day: 2, weeks: 9, days: 3, label: "Longer runs", next: "w3d3", due: "w3d2")
    let first = RestoringFixture()
    try await first.start("lead-in off\n20s run, 20s walk", planName: "c25k", session: session)
    first.timekeeper.pass(.seconds(3))
    let second = try await first.restarted(after: .seconds(1))
    #expect(second.runner.status().session == session)
    second.timekeeper.pass(.seconds(36))
    #expect(second.store.summaries.map(\.session) == [session])
  }

  @Test func `a workout whose saved session is impossible continues without a session`() async throws {
    let session = Report.Session(program: "c25k", week: 3, day: 2, weeks: 9, days: 3)
    let first = RestoringFixture()
    try await first.start("lead-in off\n20s run, 20s walk", planName: "c25k", session: session)
    let json = try #require(first.store.saved).json
    for (part, damaged) in [("\"week\":3", "\"week\":10"), ("\"days\":3", "\"days\":0")] {
      #expect(json.contains(part))
      #expect(try SavedWorkout(json: json).session == session)
      #expect(try SavedWorkout(json: json.replacing(part, with: damaged)).session == nil)
    }
  }

  @Test func `a process that is killed between two boundaries misses no boundary`() async throws {
    let first = RestoringFixture()
    try await first.startLongWorkout()
    first.timekeeper.pass(.seconds(3))
    let alarm = try #require(first.timekeeper.alarm)
    let second = try await first.restarted(after: .seconds(1))
    #expect(second.output.events.map(\.effect) == [.rejoined(.restart, missed: 0)])
    #expect(second.timekeeper.alarm == alarm)
  }

  @Test func `a workout that ended while the daemon was away is finished and recorded as of its end`() async throws {
    let first = RestoringFixture()
    try await first.start("lead-in off\n10s run, 10s walk")
    first.timekeeper.pass(.seconds(12))
    let second = try await first.restarted(after: .seconds(60))
    #expect(second.runner.status().phase == .idle)
    #expect(second.store.summaries.count == 1)
    let summary = try #require(second.store.summaries.first)
    #expect(summary.completed)
    #expect(summary.elapsedMs == 20_000)
    #expect(summary.intervals == 2)
    #expect(summary.startedAt == "2026-01-01T00:00:00Z")
    #expect(summary.endedAt == "2026-01-01T00:00:20Z")
    #expect(summary.punctuality?.cues == 1)
    #expect(summary.punctuality?.missed == 1)
    #expect(second.store.saved == nil)
    #expect(second.output.events.allSatisfy { $0.gap == Gap(interruption: .restart, missed: 1) })
  }

  @Test func `the values of a restored workout that was started by mistake are removed`() async throws {
    let first = RestoringFixture()
    try await first.startLongWorkout()
    let id = try #require(first.runner.status().workoutId)
    let second = try await first.restarted(after: .seconds(1))
    // The earlier process wrote the values, and the next process received none.
    second.store.record(SensorRecord(time: 0, heartRate: 130), of: id)
    _ = try await second.runner.stop()
    #expect(second.store.sensorRecords[id] == nil)
  }

  @Test func `a workout that is restored in its lead-in reports the restart`() async throws {
    let first = RestoringFixture()
    try await first.start("lead-in 1m\n600x(20s run, 30s walk)")
    let second = try await first.restarted(after: .seconds(1))
    let event = try #require(second.output.events.first)
    #expect(event.words.lines.last == "intervald was restarted")
  }

  @Test func `a workout is paused at its saved position after a long downtime, and reports the reason`() async throws {
    let first = RestoringFixture()
    try await first.startLongWorkout()
    first.timekeeper.pass(.seconds(23))
    let second = try await first.restarted(after: .seconds(400))
    let status = second.runner.status()
    #expect(status.phase == .paused)
    #expect(status.pausedBy == .restart)
    #expect(status.deadlineNs == nil)
    // The last position was saved when the walk began.
    #expect(status.elapsedMs == 20_000)
    #expect(status.intervalElapsedMs == 0)
    #expect(second.output.events.map(\.effect) == [.rejoined(.restart, missed: 0)])
    let resumed = try await second.runner.handle(.resume)
    #expect(resumed.phase == .running)
    #expect(resumed.intervalRemainingMs == 30_000)
    let summary = try await second.runner.stop()
    #expect(summary.pausedMs == 403_000)
  }

  @Test func `a workout is paused after a reboot, and the time of day determines the length of the pause`()
    async throws
  {
    let first = RestoringFixture()
    try await first.startLongWorkout()
    first.timekeeper.pass(.seconds(40))
    _ = await first.runner.shutDown()
    first.timekeeper.reboot()
    let second = try await first.restarted(after: .seconds(90))
    let status = second.runner.status()
    #expect(status.phase == .paused)
    #expect(status.pausedBy == .restart)
    #expect(status.elapsedMs == 40_000)
    let resumed = try await second.runner.handle(.resume)
    #expect(resumed.intervalRemainingMs == 10_000)
    #expect(resumed.deadlineNs.map { $0 - resumed.atNs } == 10_000_000_000)
  }

  @Test func `a workout keeps its position if the wall clock is wrong by decades after a reboot`() async throws {
    let first = RestoringFixture()
    try await first.startLongWorkout()
    first.timekeeper.pass(.seconds(40))
    _ = await first.runner.shutDown()
    first.timekeeper.reboot()
    first.timekeeper.stepWallClock(by: .seconds(60 * 365 * 24 * 3600))
    let second = try await first.restarted(after: .seconds(90))
    _ = try await second.runner.handle(.resume)
    second.timekeeper.pass(.seconds(5))
    let third = try await second.restarted(after: .seconds(1))
    #expect(third.runner.status().elapsedMs == 46_000)
  }

  @Test(arguments: [(SleepPolicy.continue, Report.Phase.running), (.pause, .paused), (.stop, .paused)])
  func `a suspend while the daemon is away is handled according to the settings`(
    policy: SleepPolicy, phase: Report.Phase
  ) async throws {
    var settings = Settings.withoutCues
    settings.onSleep = policy
    let first = RestoringFixture(configuration: settings)
    try await first.startLongWorkout()
    first.timekeeper.pass(.seconds(2))
    first.timekeeper.suspend(for: .seconds(35))
    let second = try await first.restarted(after: .seconds(1))
    let status = second.runner.status()
    #expect(status.phase == phase)
    if phase == .running {
      #expect(status.elapsedMs == 38_000)
      #expect(status.intervalElapsedMs == 18_000)
    }
  }

  @Test func `a workout that the user paused remains paused by the user, regardless of the downtime`() async throws {
    let first = RestoringFixture()
    try await first.startLongWorkout()
    first.timekeeper.pass(.seconds(7))
    _ = try await first.runner.handle(.pause(.user))
    let second = try await first.restarted(after: .seconds(1))
    #expect(second.runner.status().pausedBy == .user)
    let third = try await second.restarted(after: .seconds(100_000))
    #expect(third.runner.status().pausedBy == .user)
    #expect(third.runner.status().elapsedMs == 7000)
  }

  @Test func `an unhandled suspend is handled before the daemon ends`() async throws {
    let first = RestoringFixture()
    try await first.startLongWorkout()
    first.timekeeper.pass(.seconds(3))
    first.timekeeper.suspend(for: .seconds(3600))
    _ = await first.runner.shutDown()
    let second = try await first.restarted(after: .seconds(1))
    let status = second.runner.status()
    #expect(status.pausedBy == .sleep)
    #expect(status.elapsedMs == 3000)
  }

  @Test func `a daemon that is shutting down neither changes nor saves the workout`() async throws {
    let fixture = RestoringFixture()
    try await fixture.startLongWorkout()
    #expect(await fixture.runner.shutDown() != nil)
    let saved = try #require(fixture.store.saved)
    await #expect(throws: ControlError.notRunning) { try await fixture.runner.handle(.next(out: false)) }
    await #expect(throws: ControlError.notRunning) { try await fixture.runner.correct(toMetres: 1) }
    await #expect(throws: ControlError.notRunning) { try await fixture.start("10s run") }
    await fixture.runner.prepareForSuspend()
    await fixture.runner.handleSuspend(notified: true)
    #expect(fixture.store.saved == saved)
  }
}

/// A runner with a saved workout, which the next runner restores from JSON.
struct RestoringFixture {
  let fixture: RunnerFixture
  let store: InMemoryStore

  init(configuration: Settings = .withoutCues, timekeeper: ManualTimekeeper = ManualTimekeeper()) {
    store = InMemoryStore()
    fixture = RunnerFixture(timekeeper: timekeeper, configuration: configuration, store: store)
  }

  var runner: WorkoutRunner { fixture.runner }
  var timekeeper: ManualTimekeeper { fixture.timekeeper }
  var output: EventRecorder { fixture.output }

  func start(_ text: String, planName: String? = nil, session: Report.Session? = nil) async throws {
    try await fixture.start(text, planName: planName, session: session)
  }

  func startLongWorkout() async throws { try await start("lead-in off\n600x(20s run, 30s walk)") }

  /// Simulates the kill of this process, and the start of the next process after `downtime`.
  func restarted(after downtime: Duration, configuration: Settings = .withoutCues) async throws -> RestoringFixture {
    let settings = await runner.settings.onSleep.map { policy in
      var settings = configuration
      settings.onSleep = policy
      return settings
    }
    timekeeper.removeAlarm()
    timekeeper.pass(downtime)
    let next = RestoringFixture(configuration: settings ?? configuration, timekeeper: timekeeper)
    let saved = try SavedWorkout(json: try #require(store.saved).json)
    let lines = store.lapLines[saved.id] ?? []
    next.store.record(lapLines: lines, of: saved.id)
    try await next.runner.restore(saved, lapLines: lines)
    return next
  }
}
