import ControlInterface
import TestSupport
import TestTraits
import Testing

/// A daemon and a bar that have nothing to do, and their threads, nothing else runs beside which.
@Suite(.clocked, .serialized, .timeLimit(.minutes(2))) struct IdleTests {
  @Test(arguments: [false, true])
  func `an idle daemon is not woken, and a paused one neither`(isPaused: Bool) async throws {
    try await Desktop.with { desktop in
      _ = try await NotificationServer.start(on: desktop)
      let daemon = try await DaemonProcess.start(on: desktop)
      let client = try await daemon.connect()
      _ = try await client.start(plan: "lead-in off\nforever 1s run")
      _ = try await desktop.monitor.notification("Run 1 s")
      if isPaused { _ = try await client.pause() } else { _ = try await client.stop() }
      let wakeUps = try await daemon.figures.wakeUpsWhenQuiet()
      #expect(wakeUps == 0)
      print("\(isPaused ? "paused" : "idle"): woken \(wakeUps) times in 5 s")
    }
  }

  @Test(
    arguments: [
      ("paused", "{phase} {clock}"), ("idle", "{phase} {clock}"), ("running", "{phase}"),
      // Also behind a daemon that was away.
      ("killed", "{phase} {clock}"),
    ])
  func `a bar is not woken while nothing in it counts`(state: String, format: String) async throws {
    try await Desktop.with { desktop in
      var daemon = try await DaemonProcess.start(on: desktop)
      if state != "idle" {
        // A workout without a cue for a while.
        _ = try await daemon.connect().start(plan: "lead-in off\nopen run")
        if state != "running" { _ = try await daemon.connect().pause() }
      }
      let bar = try await desktop.startBar(format)
      let phase = state == "killed" ? "paused" : state
      _ = try await bar.output.first("the line") { $0.hasPrefix(phase) }
      if state == "killed" {
        try await daemon.process.killAndWait()
        _ = try await bar.output.first("the absence") { $0.hasPrefix("idle") }
        daemon = try await DaemonProcess.start(on: desktop)
        _ = try await bar.output.first("the line again", from: 2) { $0.hasPrefix(phase) }
      }
      let wakeUps = try await ProcessFigures(identifier: bar.identifier).wakeUpsWhenQuiet()
      #expect(wakeUps == 0)
      print("bar, \(state): woken \(wakeUps) times in 5 s")
    }
  }
}

extension ProcessFigures {
  /// How often the threads are woken in five seconds, behind half a second in which none is.
  fileprivate func wakeUpsWhenQuiet() async throws -> Int {
    try await withTimeLimit("a quiet process") {
      var last: [String: Int] = [:]
      while try wakeUps() != last {
        last = try wakeUps()
        try await Task.sleep(for: .milliseconds(500))
      }
    }
    let before = try wakeUps()
    // Nothing is waited for: this is the time that is looked at.
    try await Task.sleep(for: .seconds(5))
    return try wakeUps(since: before)
  }
}
