import AudioOutput
import Concurrency
import Desktop
import JSON
import Logging
import Systemd
import TestSupport
import Testing
import Text
import ToneSynthesis
import WorkoutEngine
import WorkoutModel
import WorkoutReports

@testable import DaemonRuntime

@Suite struct OutputTests {
  @Test func `a workout has one notification, which shows the summary when it finishes`() async throws {
    let notifier = InMemoryNotifier()
    let fixture = RunnerFixture(configuration: Settings(), outputs: [NotificationOutput(notifier, iconFiles: .none)])
    try await fixture.start("30s run @5:00/km, 30s walk @10:00/km")
    fixture.timekeeper.pass(.seconds(20))
    let running = try #require(notifier.shown)
    #expect(running.summary == "Run 30 s")
    #expect(running.body == "Next: walk, 30 s\n1:00 left, 0.00 of 0.15 km")
    #expect(running.actions.map(\.key) == ["pause", "skip", "stop"])
    #expect(running.actions.map(\.label) == ["Pause", "Skip", "Stop"])
    #expect(running.withoutButtons == "To stop: intervalctl stop")
    #expect(running.suppressesSound)
    #expect(running.expiry == .never)
    #expect(running.isResident)
    #expect(running.progress == 0)
    _ = try await fixture.runner.handle(.pause(.user))
    #expect(notifier.shown?.actions.map(\.key) == ["resume", "skip", "stop"])
    #expect(notifier.shown?.progress == 25)
    _ = try await fixture.runner.handle(.resume)
    fixture.timekeeper.pass(.seconds(60))
    let summary = try #require(notifier.shown)
    #expect(summary.summary == "Workout finished")
    #expect(summary.body == "1:00, 0.15 km, 6:40/km")
    #expect(summary.actions.isEmpty)
    #expect(summary.expiry == .byServer)
    #expect(!summary.isResident)
    #expect(summary.progress == nil)
  }

  @Test func `a stop closes the notification`() async throws {
    let notifier = InMemoryNotifier()
    let fixture = RunnerFixture(configuration: Settings(), outputs: [NotificationOutput(notifier, iconFiles: .none)])
    try await fixture.start("forever 30s")
    #expect(notifier.shown != nil)
    _ = try await fixture.runner.stop()
    #expect(notifier.shown == nil)
    #expect(notifier.calls.elements.first == .prepare)
    #expect(notifier.calls.elements.last == .close)
  }

  @Test func `the service manager receives the status, and its watchdog is on only while the clock runs`() async throws
  {
    let notifier = RecordingServiceNotifier()
    let executor = QueueExecutor(label: "test")
    let output = ServiceOutput(notifier, watchdogInterval: .seconds(10_000), on: executor, logger: .silent)
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
        [.status("Paused: run, 30 s. 30 s left. 0:30 left"), .watchdog(nil)],
        [
          .status("Resumed: run, 30 s. 30 s left. The last one. 0:30 left"), .watchdog(.seconds(10_000)),
          .keepAlive,
        ],
        [.status("Idle"), .watchdog(nil)],
        [.stopping, .status("Ending")],
      ])
  }

  @Test func `a daemon without a watchdog sends no watchdog state, and only the first failure is logged`() async throws
  {
    let notifier = RecordingServiceNotifier()
    notifier.fail(with: SystemdError(.notNotified, errno: 111, subject: "x"))
    let records = RecordingLogHandler.Records()
    let output = ServiceOutput(
      notifier, watchdogInterval: nil, on: QueueExecutor(label: "test"),
      logger: Logger(label: "test") { _ in RecordingLogHandler(records) })
    output.ready()
    output.reloading()
    output.reloaded()
    await output.stopping(within: generousLimit)
    #expect(notifier.messages == [[.ready, .status("Idle")], [.reloading], [.ready], [.stopping, .status("Ending")]])
    #expect(records.all.count == 1)
    #expect(records.all.first?.hasPrefix("Cannot notify the service manager: ") == true)
  }

  @Test func `each event is logged as a record with its fields`() async throws {
    let records = RecordingLogHandler.Records()
    let output = LogOutput(Logger(label: "test") { _ in RecordingLogHandler(records) })
    let fixture = RunnerFixture(outputs: [output])
    let status = try await fixture.start("2s run, 2s walk")
    let id = try #require(status.workoutId)
    fixture.timekeeper.pass(.seconds(20), lateness: .milliseconds(1500))
    #expect(
      records.all == [
        "Started: 2s run, 2s walk event=started workout=\(id)",
        "Get ready: run, 2 s, in 5 s event=leadIn workout=\(id)",
        "Run 2 s event=start lateness-us=1500000 workout=\(id)",
        "Walk 2 s event=start lateness-us=1500000 workout=\(id)",
        "Workout finished event=finished lateness-us=1500000 workout=\(id)",
      ])
  }
}

/// Tests that the log and JSON escape the scalars that control a terminal.
@Suite struct HostileTextTests {
  @Test func `the log and JSON escape the same scalars, except JSON syntax`() {
    for scalar in (0..<0x80).map({ Unicode.Scalar($0 as UInt8) }) {
      let text = String(scalar)
      let isEscaped = JSONValue.string(text).text != Array("\"\(text)\"".utf8)
      #expect(isEscaped == (text.escapedToOneLine(limit: 1) != text || "\"\\".unicodeScalars.contains(scalar)))
    }
    // The text contains all scalars outside ASCII. The log and JSON must escape the same scalars.
    var text = ""
    text.unicodeScalars.append(contentsOf: (0x80...0x10FFFF).lazy.compactMap { Unicode.Scalar($0 as UInt32) })
    let logged = text.escapedToOneLine(limit: .max).unicodeScalars.filter { !$0.isASCII }
    let sent = String(decoding: JSONValue.string(text).text, as: UTF8.self).unicodeScalars.filter { !$0.isASCII }
    let areSame = logged.elementsEqual(sent)
    #expect(areSame)
    #expect(logged.count > 1_000_000)
    #expect(logged.count < text.unicodeScalars.count)
  }
}
