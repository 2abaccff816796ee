import TestSupport
import Testing
import ControlInterface

/// The service against a client that shares no code with it: the `varlink` package of PyPI.
@Suite(
  .enabled(if: VirtualEnvironment.isComplete, "\(VirtualEnvironment.requirement)"), .timeLimit(.minutes(2)))
struct ForeignClientTests {
  @Test func `a foreign client finds everything in order`() async throws {
    try await withService { _, socket in
      let client = try await ForeignClient.check(socket: socket.path)
      #expect(client.status == 0, "\(client.output)\(client.errors)")
      #expect(client.output.hasSuffix("all is well\n"), "\(client.output)\(client.errors)")
    }
  }
}
