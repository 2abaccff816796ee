import ControlInterface
import Glibc
import Subprocess
import TestSupport
import TestTraits
import Testing
import WorkoutReports

/// Suspends of the machine during a workout, with and without an announcement by logind.
@Suite(.fault, .hangLimit) struct SleepFaultTests {
  /// The result of a suspend of one hour under a policy.
  struct Outcome: Sendable {
    let policy: String
    let phase: Report.Phase
    /// The title of the notification about the suspend.
    let title: String
    /// The line of the notification that reports the suspend.
    let line: String
    /// The locks that are held after the suspend.
    let locks: [String]
  }

  private static let outcomes = [
    Outcome(policy: "pause", phase: .paused, title: "Paused: 10 min", line: "The computer slept", locks: []),
    Outcome(
      policy: "continue", phase: .running, title: "Resumed: 10 min", line: "The computer slept: 6 cues missed",
      locks: ["idle block", "sleep delay"]),
    Outcome(policy: "stop", phase: .idle, title: "Stopped: Long", line: "The computer slept", locks: []),
  ]

  @Test(arguments: outcomes)
  func `the daemon saves the position and releases its lock before a suspend, and one notification shows the result`(
    outcome: Outcome
  ) async throws {
    try await SuspendScenario.with(configuration: "on-sleep \(outcome.policy)\n") { desktop, bus in
      _ = try await NotificationServer.start(on: desktop)
      _ = try await MockScreenSaver.start(on: desktop)
      return try await MockLogind.start(on: bus)
    } _: { scenario, logind in
      let (desktop, client) = (scenario.desktop, try await scenario.daemon.connect())
      _ = try await client.start(plan: "name \"Long\"\nlead-in off\nforever 10m")
      try await logind.awaitLocks("idle block", "sleep delay")
      let inhibition = try await desktop.monitor.first("the screen saver's lock") {
        $0.kind == .call && $0.destination == MockScreenSaver.name && $0.member == "Inhibit"
      }
      #expect(inhibition.arguments.first?.string == "Interval timer")
      let timeNs = try await client.status().atNs
      #expect(scenario.savedPositionTimeNs ?? timeNs < timeNs)
      let start = ContinuousClock.now
      try await logind.prepareForSleep(true)
      try await logind.awaitLocks("idle block")
      let delay = ContinuousClock.now - start
      // With the small size of the fault tests, other tests run at the same time and can slow down the disk. The daemon
      // does not wait for a slow disk, so these checks could fail.
      if FaultSize.isFull {
        #expect(scenario.savedPositionTimeNs ?? 0 >= timeNs)
        #expect(delay < .seconds(1))
      }
      try await scenario.awaitSavedPosition(since: timeNs)
      let mark = desktop.monitor.mark
      try scenario.setTimeAsleep(seconds: 3600)
      try await logind.prepareForSleep(false)
      let notification = try await desktop.monitor.notification(outcome.title, from: mark)
      #expect(notification.body.split(separator: "\n").contains(Substring(outcome.line)), "\(notification.body)")
      let status = try await client.status()
      #expect(status.phase == outcome.phase)
      #expect(status.pausedBy == (outcome.phase == .paused ? .sleep : nil))
      try await logind.awaitLocks(outcome.locks)
      // The first notification of the next workout shows that no further notification about the suspend will follow.
      // The start notification of each workout can occur more than once.
      _ = try await client.start(plan: "name \"Next\"\nlead-in off\n1h run", replace: true)
      _ = try await desktop.monitor.notification("Run 1 h", from: mark)
      let shown = desktop.monitor.messages(from: mark).compactMap(NotifyCall.init).map(\.summary)
      let results = shown.drop { $0 == "10 min" }.prefix { $0 != "Run 1 h" }
      #expect(results == [outcome.title], "\(shown)")
      print("suspend: \(outcome.policy): lock released after \(delay), \(results.count) notification, \(outcome.line)")
    }
  }

  @Test func `a hung disk delays neither a suspend nor the notification of its result`() async throws {
    try await SuspendScenario.with(configuration: "") { desktop, bus in
      _ = try await NotificationServer.start(on: desktop)
      return try await MockLogind.start(on: bus)
    } _: { scenario, logind in
      let client = try await scenario.daemon.connect()
      _ = try await client.start(plan: "lead-in off\nforever 10m")
      try await logind.awaitLocks("idle block", "sleep delay")
      let timeNs = try await client.status().atNs
      try await scenario.awaitSavedPosition(since: 1)
      try scenario.setDiskHanging(true)
      let start = ContinuousClock.now
      try await logind.prepareForSleep(true)
      try await logind.awaitLocks("idle block")
      let delay = ContinuousClock.now - start
      if FaultSize.isFull { #expect(delay < .seconds(1)) }
      #expect(scenario.savedPositionTimeNs ?? 0 < timeNs)
      try scenario.setTimeAsleep(seconds: 3600)
      try await logind.prepareForSleep(false)
      _ = try await scenario.desktop.monitor.notification("Paused: 10 min")
      #expect(scenario.savedPositionTimeNs ?? 0 < timeNs)
      try scenario.setDiskHanging(false)
      try await scenario.awaitSavedPosition(since: timeNs)
      print("suspend: lock released after \(delay) while the disk hung")
    }
  }

  @Test func `the clocks reveal an unannounced suspend, and the workout continues on schedule`() async throws {
    let count = FaultSize.of(3, full: 50)
    try await SuspendScenario.with(configuration: "on-sleep continue\n") { desktop, _ in
      _ = try await NotificationServer.start(on: desktop)
    } _: { scenario, _ in
      // Neither logind nor a screen saver runs.
      let client = try await scenario.daemon.connect()
      var events = try await scenario.daemon.connect().watch().makeAsyncIterator()
      _ = try await client.start(plan: "lead-in off\nforever 1s")
      let mark = scenario.desktop.monitor.mark
      for number in 1...count {
        try scenario.setTimeAsleep(seconds: Int64(number) * 3600)
        _ = try await scenario.desktop.monitor.first("the notification of suspend \(number)", from: mark) {
          [monitor = scenario.desktop.monitor] _ in Self.suspendNotificationCount(monitor, from: mark) == number
        }
        let timeAsleepMs = number * 3_600_000
        // Skips to the first event after the suspend, and then expects two cues.
        while let event = try await events.next(), event.status.elapsedMs < timeAsleepMs {}
        for _ in 1...2 { #expect(try await events.next()?.cue == .start) }
      }
      let summary = try await client.stop()
      let punctuality = try #require(summary.punctuality)
      // A boundary that is due right after a suspend may be missed too.
      #expect((count * 3600...count * 3601).contains(punctuality.missed), "\(punctuality)")
      #expect(summary.elapsedMs > count * 3_600_000)
      #expect(summary.pausedMs == 0)
      let log = scenario.daemon.process.errors.elements.filter { $0.contains("the machine awake") }
      #expect(log.count == 2, "\(log)")
      print(
        "suspend: \(count) unannounced,",
        "\(Self.suspendNotificationCount(scenario.desktop.monitor, from: mark)) notifications,",
        "\(punctuality.missed) cues missed, \(punctuality.cues) given, at most",
        "\(punctuality.maxUs) µs late, \(log.count) log lines about absent services")
    }
  }

  @Test func `a hung logind delays neither a cue nor the end of the daemon`() async throws {
    let seconds = FaultSize.of(5, full: 300)
    try await SuspendScenario.with(configuration: "") { desktop, bus in
      _ = try await NotificationServer.start(on: desktop)
      let logind = try await MockLogind.start(on: bus)
      logind.hang()
      return logind
    } _: { scenario, logind in
      let client = try await scenario.daemon.connect()
      var events = try await scenario.daemon.connect().watch().makeAsyncIterator()
      _ = try await client.start(plan: "lead-in off\n\(seconds)x(1s run)")
      var summary: Report.Summary?
      while summary == nil, let event = try await events.next() { summary = event.summary }
      let punctuality = try #require(summary?.punctuality)
      #expect(summary?.completed == true)
      #expect(punctuality.cues + punctuality.missed == seconds)
      punctuality.expectWithinLimits()
      _ = try await client.start(plan: "lead-in off\nforever 1s")
      let start = ContinuousClock.now
      scenario.daemon.process.send(SIGTERM)
      let status = try await scenario.daemon.process.end()
      #expect(status == .exited(0))
      let shutdownTime = ContinuousClock.now - start
      logind.resume()
      try await logind.awaitLocks()
      print(
        "suspend: logind hung for \(seconds) cues, at most \(punctuality.maxUs) µs late, \(punctuality.missed) missed;",
        "the daemon ended within \(shutdownTime)")
    }
  }

  /// The number of notifications that report a suspend.
  private static func suspendNotificationCount(_ monitor: BusMonitor, from mark: Int) -> Int {
    monitor.messages(from: mark).compactMap(NotifyCall.init).count { $0.body.contains("The computer slept") }
  }
}
