import ControlInterface
import Glibc
import Subprocess
import TestSupport
import TestTraits
import Testing
import WorkoutReports

/// What a sleep of the machine does to a workout, told of by logind or by nobody.
@Suite(.fault, .timeLimit(.minutes(10))) struct SleepFaultTests {
  /// What becomes of a workout under a policy, the title of the notification, and its line on the sleep of an hour.
  struct Outcome: Sendable {
    let policy: String
    let phase: Report.Phase
    let title: String
    let line: String
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
  func `a sleep that logind tells of finds the place kept and its lock free, and one notification says the rest`(
    outcome: Outcome
  ) async throws {
    try await SleepyMachine.with(configuration: "on-sleep \(outcome.policy)\n") { desktop, bus in
      _ = try await NotificationServer.start(on: desktop)
      _ = try await MockScreenSaver.start(on: desktop)
      return try await MockLogind.start(on: bus)
    } _: { machine, logind in
      let (desktop, client) = (machine.desktop, try await machine.daemon.connect())
      _ = try await client.start(plan: "name \"Long\"\nlead-in off\nforever 10m")
      try await logind.awaitLocks("idle block", "sleep delay")
      let inhibition = try await desktop.monitor.first("the screen saver's lock") {
        $0.kind == .call && $0.destination == MockScreenSaver.name && $0.member == "Inhibit"
      }
      #expect(inhibition.arguments.first?.string == "intervald")
      let clock = try await client.status().atNs
      #expect(machine.keptAt ?? clock < clock)
      let begin = ContinuousClock.now
      try await logind.prepareForSleep(true)
      try await logind.awaitLocks("idle block")
      let delay = ContinuousClock.now - begin
      // A disk that is slower than the daemon waits for is not its fault.
      if FaultSize.isFull { #expect(machine.keptAt ?? 0 >= clock && delay < .seconds(1)) }
      try await machine.awaitPlace(since: clock)
      let mark = desktop.monitor.mark
      try machine.sleep(untilInAll: 3600)
      try await logind.prepareForSleep(false)
      let notification = try await desktop.monitor.notification(outcome.title, from: mark)
      #expect(notification.body.split(separator: "\n").contains(Substring(outcome.line)), "\(notification.body)")
      let status = try await client.status()
      #expect(status.phase == outcome.phase && status.pausedBy == (outcome.phase == .paused ? .sleep : nil))
      try await logind.awaitLocks(outcome.locks)
      // Between what was shown before, and what comes behind whatever else might have been; each may be shown twice.
      _ = try await client.start(plan: "name \"Next\"\nlead-in off\n1h run", replace: true)
      _ = try await desktop.monitor.notification("Run 1 h", from: mark)
      let shown = desktop.monitor.messages(from: mark).compactMap(NotifyCall.init).map(\.summary)
      let told = shown.drop { $0 == "10 min" }.prefix { $0 != "Run 1 h" }
      #expect(told == [outcome.title], "\(shown)")
      print("sleep: \(outcome.policy): lock let go after \(delay), \(told.count) notification, \(outcome.line)")
    }
  }

  @Test func `a disk that hangs holds up neither a sleep nor what is said of it`() async throws {
    try await SleepyMachine.with(configuration: "") { desktop, bus in
      _ = try await NotificationServer.start(on: desktop)
      return try await MockLogind.start(on: bus)
    } _: { machine, logind in
      let client = try await machine.daemon.connect()
      _ = try await client.start(plan: "lead-in off\nforever 10m")
      try await logind.awaitLocks("idle block", "sleep delay")
      let clock = try await client.status().atNs
      try await machine.awaitPlace(since: 1)
      try machine.hangDisk(true)
      let begin = ContinuousClock.now
      try await logind.prepareForSleep(true)
      try await logind.awaitLocks("idle block")
      let delay = ContinuousClock.now - begin
      if FaultSize.isFull { #expect(delay < .seconds(1)) }
      #expect(machine.keptAt ?? 0 < clock)
      try machine.sleep(untilInAll: 3600)
      try await logind.prepareForSleep(false)
      _ = try await machine.desktop.monitor.notification("Paused: 10 min")
      #expect(machine.keptAt ?? 0 < clock)
      try machine.hangDisk(false)
      try await machine.awaitPlace(since: clock)
      print("sleep: lock let go after \(delay) while the disk hung")
    }
  }

  @Test func `a sleep that nobody tells of is seen by the clocks, and the beat goes on where it would be`() async throws
  {
    let sleeps = FaultSize.of(3, full: 50)
    try await SleepyMachine.with(configuration: "on-sleep continue\n") { desktop, _ in
      _ = try await NotificationServer.start(on: desktop)
    } _: { machine, _ in
      // Neither service is there.
      let client = try await machine.daemon.connect()
      var events = try await machine.daemon.connect().watch().makeAsyncIterator()
      _ = try await client.start(plan: "lead-in off\nforever 1s")
      let mark = machine.desktop.monitor.mark
      for number in 1...sleeps {
        try machine.sleep(untilInAll: Int64(number) * 3600)
        _ = try await machine.desktop.monitor.first("what is said of sleep \(number)", from: mark) {
          [monitor = machine.desktop.monitor] _ in Self.sleepsTold(monitor, from: mark) == number
        }
        let hours = number * 3_600_000
        // The first that is told behind the waking, and then two cues.
        while let event = try await events.next(), event.status.elapsedMs < hours {}
        for _ in 1...2 { #expect(try await events.next()?.cue == .start) }
      }
      let summary = try await client.stop()
      let punctuality = try #require(summary.punctuality)
      // One boundary more is missed where it falls just behind the waking.
      #expect((sleeps * 3600...sleeps * 3601).contains(punctuality.missed), "\(punctuality)")
      #expect(summary.elapsedMs > sleeps * 3_600_000 && summary.pausedMs == 0)
      let log = machine.daemon.process.errors.elements.filter { $0.contains("keep the machine awake") }
      #expect(log.count == 2, "\(log)")
      print(
        "sleep: \(sleeps) sleeps untold, \(Self.sleepsTold(machine.desktop.monitor, from: mark)) told,",
        "\(punctuality.missed) cues missed, \(punctuality.cues) given, at most",
        "\(punctuality.maxUs) us late, \(log.count) log lines on absent services")
    }
  }

  @Test func `a logind that hangs holds up neither cues nor the end`() async throws {
    let seconds = FaultSize.of(5, full: 300)
    try await SleepyMachine.with(configuration: "") { desktop, bus in
      _ = try await NotificationServer.start(on: desktop)
      let logind = try await MockLogind.start(on: bus)
      logind.hang()
      return logind
    } _: { machine, logind in
      let client = try await machine.daemon.connect()
      var events = try await machine.daemon.connect().watch().makeAsyncIterator()
      _ = try await client.start(plan: "lead-in off\n\(seconds)x(1s run)")
      var summary: Report.Summary?
      while summary == nil, let event = try await events.next() { summary = event.summary }
      let punctuality = try #require(summary?.punctuality)
      #expect(summary?.completed == true && punctuality.cues + punctuality.missed == seconds)
      punctuality.expectUnharmed()
      _ = try await client.start(plan: "lead-in off\nforever 1s")
      let begin = ContinuousClock.now
      machine.daemon.process.send(SIGTERM)
      let status = try await machine.daemon.process.end()
      #expect(status == .exited(0))
      let end = ContinuousClock.now - begin
      logind.resume()
      try await logind.awaitLocks()
      print(
        "sleep: logind hung for \(seconds) cues, at most \(punctuality.maxUs) us late, \(punctuality.missed) missed;",
        "the daemon ended within \(end)")
    }
  }

  /// How many notifications have said that the computer slept.
  private static func sleepsTold(_ monitor: BusMonitor, from mark: Int) -> Int {
    monitor.messages(from: mark).compactMap(NotifyCall.init).count { $0.body.contains("The computer slept") }
  }
}
