import ControlInterface
import TestSupport
import TestTraits
import Testing

/// The wake-ups of a daemon and a status bar while they have no work.
@Suite(.clocked, .serialized, .hangLimit) struct IdleTests {
  @Test(arguments: [false, true])
  func `a daemon without a workout or with a paused workout is not woken`(isPaused: Bool) async throws {
    try await Desktop.with { desktop in
      _ = try await NotificationServer.start(on: desktop)
      let daemon = try await DaemonProcess.start(on: desktop)
      let client = try await daemon.connect()
      _ = try await client.start(plan: "lead-in off\nforever 1s run")
      let number = try #require(await desktop.monitor.number(of: desktop.monitor.notification("Run 1 s")))
      if isPaused { _ = try await client.pause() } else { _ = try await client.stop() }
      // The answers of the notification server also wake the daemon, and arrive late on a busy machine.
      _ = try await desktop.monitor.closing(of: number)
      if isPaused { _ = try await desktop.monitor.number(of: desktop.monitor.notification("Paused: run, 1 s")) }
      let wakeUps = try await daemon.figures.wakeUpsWhenQuiet()
      #expect(wakeUps == 0)
      print("\(isPaused ? "paused" : "idle"): woken \(wakeUps) times in 5 s")
    }
  }

  @Test func `a daemon that has run a hook as its child is not woken afterwards`() async throws {
    try await Desktop.with { desktop in
      try desktop.folder.write("cue start hook\nhook start \"/bin/true\"\n", to: "config/intervald/intervald.conf")
      let daemon = try await DaemonProcess.start(on: desktop)
      #expect(try await daemon.intervalctl("test-cues", "run").status == 0)
      let wakeUps = try await daemon.figures.wakeUpsWhenQuiet()
      #expect(wakeUps == 0)
    }
  }

  @Test(
    arguments: [
      ("paused", "{phase} {clock}"), ("idle", "{phase} {clock}"), ("running", "{phase}"),
      // The daemon is killed and started again while the bar runs.
      ("killed", "{phase} {clock}"),
    ])
  func `a bar is not woken while its line shows no running time`(state: String, format: String) async throws {
    try await Desktop.with { desktop in
      var daemon = try await DaemonProcess.start(on: desktop)
      if state != "idle" {
        // An open interval lasts until the user skips it, so no cue is due during the test.
        _ = try await daemon.connect().start(plan: "lead-in off\nopen run")
        if state != "running" { _ = try await daemon.connect().pause() }
      }
      let bar = try await desktop.startBar(format)
      let phase = state == "killed" ? "paused" : state
      _ = try await bar.output.first("the line of the bar") { $0.hasPrefix(phase) }
      if state == "killed" {
        try await daemon.process.killAndWait()
        _ = try await bar.output.first("the idle line after the kill") { $0.hasPrefix("idle") }
        daemon = try await DaemonProcess.start(on: desktop)
        _ = try await bar.output.first("the line after the restart", from: 2) { $0.hasPrefix(phase) }
      }
      let wakeUps = try await ProcessFigures(identifier: bar.identifier).wakeUpsWhenQuiet()
      #expect(wakeUps == 0)
      print("bar, \(state): woken \(wakeUps) times in 5 s")
    }
  }
}

extension ProcessFigures {
  /// Counts the wake-ups of all threads during five seconds.
  ///
  /// The five seconds begin after two seconds without a wake-up, because answers arrive late on a busy machine.
  fileprivate func wakeUpsWhenQuiet() async throws -> Int {
    try await withTimeLimit("a quiet process") {
      var previous: [String: Int] = [:]
      while try wakeUps() != previous {
        previous = try wakeUps()
        try await Task.sleep(for: .seconds(2))
      }
    }
    let before = try wakeUps()
    // The wake-ups during this sleep are counted.
    try await Task.sleep(for: .seconds(5))
    return try wakeUps(since: before)
  }
}
