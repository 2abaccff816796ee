import ControlInterface
import TestSupport
import Testing

/// The daemon and clients that share no code with it.
@Suite(
  .enabled(if: VirtualEnvironment.isComplete, "\(VirtualEnvironment.requirement)"), .timeLimit(.minutes(2)))
struct ForeignPeerTests {
  @Test func `PyPI's asyncvarlink finds everything in order`() async throws {
    try await Desktop.with { desktop in
      let daemon = try await DaemonProcess.start(on: desktop)
      let client = try await Invocation.run(
        VirtualEnvironment.program("python"),
        ["\(packageRoot)/Tests/foreign/asyncvarlink_client.py", daemon.socket.path], within: .seconds(90))
      #expect(client.status == 0 && client.answer.hasSuffix("all is well"), "\(client.output)\(client.errors)")
    }
  }
}
