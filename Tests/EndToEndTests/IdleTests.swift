import TestSupport
import Testing
import WorkoutControl

/// A daemon that has nothing to do, and its threads, nothing else runs beside which.
@Suite(.serialized, .timeLimit(.minutes(2))) struct IdleTests {
  @Test(arguments: [false, true])
  func `an idle daemon is not woken, and a paused one neither`(isPaused: Bool) async throws {
    try await Desktop.with { desktop in
      _ = try await NotificationServer.start(on: desktop)
      let daemon = try await DaemonProcess.start(on: desktop)
      let client = try await daemon.connect()
      _ = try await client.start(plan: "lead-in off\nforever 1s run")
      _ = try await desktop.monitor.notification("Run 1 s")
      if isPaused { _ = try await client.pause() } else { _ = try await client.stop() }
      try await daemon.settle()
      let before = try daemon.figures.wakeUps()
      // Nothing is waited for: this is the time that is looked at.
      try await Task.sleep(for: .seconds(5))
      // Threads that were there before and have ended are no matter: those of a pool do so when they have no work.
      let wakeUps = try daemon.figures.wakeUps().reduce(0) { $0 + $1.value - (before[$1.key] ?? 0) }
      #expect(wakeUps == 0)
      print("\(isPaused ? "paused" : "idle"): woken \(wakeUps) times in 5 s")
    }
  }
}

extension DaemonProcess {
  /// Waits until half a second passes in which no thread of the daemon is woken.
  fileprivate func settle() async throws {
    try await withTimeLimit("a quiet daemon") {
      var last: [String: Int] = [:]
      while try figures.wakeUps() != last {
        last = try figures.wakeUps()
        try await Task.sleep(for: .milliseconds(500))
      }
    }
  }
}
