import WorkoutReports
import Concurrency
import AudioOutput
import ToneSynthesis
import Desktop
import Logging
import Systemd
import Synchronization
import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel

@testable import DaemonRuntime

@Suite struct OutputTests {
  @Test func `one notification lasts a workout, and a summary is left of one that finishes`() async throws {
    let notifier = InMemoryNotifier()
    let fixture = RunnerFixture(configuration: Settings(), outputs: [NotificationOutput(notifier, pictures: .none)])
    try await fixture.start("30s run @5:00/km, 30s walk @10:00/km")
    fixture.timekeeper.pass(.seconds(20))
    let running = try #require(notifier.shown)
    #expect(running.summary == "Run 30 s" && running.body == "Then walk 30 s\n1:00 left, 0.00 of 0.15 km")
    #expect(running.actions.map(\.key) == ["stop", "pause", "skip"])
    #expect(running.actions.map(\.label) == ["Stop", "Pause", "Skip"])
    #expect(running.withoutButtons == "To stop: intervalctl stop" && running.suppressesSound)
    #expect(running.expiry == .never && running.isResident && running.progress == 0)
    _ = try await fixture.runner.handle(.pause(.user))
    #expect(notifier.shown?.actions.map(\.key) == ["stop", "resume", "skip"])
    #expect(notifier.shown?.progress == 25)
    _ = try await fixture.runner.handle(.resume)
    fixture.timekeeper.pass(.seconds(60))
    let summary = try #require(notifier.shown)
    #expect(summary.summary == "Workout finished" && summary.body == "1:00, 0.15 km, 6:40/km")
    #expect(summary.actions.isEmpty && summary.expiry == .byServer && !summary.isResident && summary.progress == nil)
  }

  @Test func `a workout leaves the summary of the one before alone`() async throws {
    let notifier = InMemoryNotifier()
    let fixture = RunnerFixture(configuration: Settings(), outputs: [NotificationOutput(notifier, pictures: .none)])
    for _ in 0..<2 {
      try await fixture.start("lead-in 1s\n1s run")
      fixture.timekeeper.pass(.seconds(2))
    }
    let shown = notifier.calls.elements.compactMap { call -> DesktopNotification? in
      if case .show(let notification) = call { notification } else { nil }
    }
    #expect(shown.map(\.replacement) == [.beside, .inPlace, .inPlace, .inPlace, .beside, .inPlace, .inPlace, .inPlace])
  }

  @Test func `stopping closes the notification and leaves nothing`() async throws {
    let notifier = InMemoryNotifier()
    let fixture = RunnerFixture(configuration: Settings(), outputs: [NotificationOutput(notifier, pictures: .none)])
    try await fixture.start("forever 30s")
    #expect(notifier.shown != nil)
    _ = try await fixture.runner.stop()
    #expect(notifier.shown == nil)
    #expect(notifier.calls.elements.first == .prepare && notifier.calls.elements.last == .close)
  }

  @Test func `the service manager hears how things stand, and watches only while a workout runs`() async throws {
    let notifier = RecordingServiceNotifier()
    let executor = QueueExecutor(label: "test")
    let output = ServiceOutput(notifier, watchdogInterval: .seconds(10_000), on: executor) { _ in }
    let fixture = RunnerFixture(outputs: [output])
    output.ready()
    try await fixture.start("lead-in off\n30s run")
    _ = try await fixture.runner.handle(.pause(.user))
    _ = try await fixture.runner.handle(.resume)
    _ = try await fixture.runner.stop()
    await output.stopping(within: generousLimit)
    let words = "Run 30 s. The last one. 0:30 left"
    #expect(
      notifier.messages == [
        [.ready, .status("Idle"), .watchdog(nil)],
        [.status(words), .watchdog(.seconds(10_000)), .keepAlive],
        [.status("Paused: Run 30 s. 30 s left. 0:30 left"), .watchdog(nil)],
        [
          .status("Resumed: Run 30 s. 30 s left. The last one. 0:30 left"), .watchdog(.seconds(10_000)),
          .keepAlive,
        ],
        [.status("Idle"), .watchdog(nil)],
        [.stopping, .status("Ending")],
      ])
  }

  @Test func `without a watchdog nothing is said of one, and the first failure is reported once`() async throws {
    let notifier = RecordingServiceNotifier()
    notifier.fail(with: SystemdError(.notNotified, errno: 111, subject: "x"))
    let reported = Mutex(0)
    let output = ServiceOutput(notifier, watchdogInterval: nil, on: QueueExecutor(label: "test")) { _ in
      reported.withLock { $0 += 1 }
    }
    output.ready()
    output.reloading()
    output.reloaded()
    await output.stopping(within: generousLimit)
    #expect(notifier.messages == [[.ready, .status("Idle")], [.reloading], [.ready], [.stopping, .status("Ending")]])
    #expect(reported.withLock { $0 } == 1)
  }

  @Test func `each event is a record with fields of its own`() async throws {
    let records = RecordingLogHandler.Records()
    let output = LogOutput(Logger(label: "test") { _ in RecordingLogHandler(records) })
    let fixture = RunnerFixture(outputs: [output])
    let status = try await fixture.start("2s run, 2s walk")
    let id = try #require(status.workoutId)
    fixture.timekeeper.pass(.seconds(20), lateness: .milliseconds(1500))
    #expect(
      records.all == [
        "Started: 2s run, 2s walk event=started workout=\(id)", "Get ready: run 2 s in 5 s event=leadIn workout=\(id)",
        "Run 2 s event=start lateness-us=1500000 workout=\(id)",
        "Walk 2 s event=start lateness-us=1500000 workout=\(id)",
        "Workout finished event=finished lateness-us=1500000 workout=\(id)",
      ])
  }
}
