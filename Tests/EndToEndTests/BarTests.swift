import ControlInterface
import TestSupport
import TestTraits
import Testing

/// A status bar with a real daemon.
@Suite(.hangLimit) struct BarTests {
  @Test func `a bar shows the workout again after the daemon was killed and restarted`() async throws {
    try await Desktop.with { desktop in
      let first = try await DaemonProcess.start(on: desktop)
      _ = try await first.connect().start(plan: "lead-in off\n10h run, 60s walk")
      let bar = try await desktop.startBar("{phase}[ {kind} {clock}]")
      _ = try await bar.output.first("the running interval") { $0.hasPrefix("running run 9:") }
      try await first.process.killAndWait()
      _ = try await bar.output.first("the idle line after the kill") { $0 == "idle" }
      let mark = bar.output.count
      _ = try await DaemonProcess.start(on: desktop)
      _ = try await bar.output.first("the running interval after the restart", from: mark) {
        $0.hasPrefix("running run 9:")
      }
    }
  }
}

extension Desktop {
  /// Starts `intervalctl watch --format`, as a status bar would.
  func startBar(_ format: String) async throws -> TestProcess {
    try await processes.start(
      BuiltProgram.path(of: "intervalctl"), ["watch", "--format", format], environment: environment)
  }
}
