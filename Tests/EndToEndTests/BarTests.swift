import ControlInterface
import TestSupport
import Testing

/// What a status bar is told of a real daemon.
@Suite(.timeLimit(.minutes(2))) struct BarTests {
  @Test func `a bar goes on when the daemon was killed`() async throws {
    try await Desktop.with { desktop in
      let first = try await DaemonProcess.start(on: desktop)
      _ = try await first.connect().start(plan: "lead-in off\n600s run, 60s walk")
      let bar = try await desktop.startBar("{phase}[ {kind} {clock}]")
      _ = try await bar.output.first("the run") { $0.hasPrefix("running run 9:") }
      try await first.process.killAndWait()
      _ = try await bar.output.first("the end of it") { $0 == "idle" }
      let mark = bar.output.count
      _ = try await DaemonProcess.start(on: desktop)
      _ = try await bar.output.first("the run again", from: mark) { $0.hasPrefix("running run 9:") }
    }
  }
}

extension Desktop {
  /// Starts what a status bar would start, for lines of a format.
  func startBar(_ format: String) async throws -> TestProcess {
    try await processes.start(
      BuiltProgram.path(of: "intervalctl"), ["watch", "--format", format], environment: environment)
  }
}
