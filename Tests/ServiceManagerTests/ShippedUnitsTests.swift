import TestSupport
import Testing

@Suite struct ShippedUnitsTests {
  @Test func `systemd has nothing to say against them`() async throws {
    let scratch = try TemporaryFolder()
    let units = try ShippedUnits.running(probe: "ready")
    for (name, text) in units { try scratch.write(text, to: name) }
    let analysis = try await Invocation.run(
      "systemd-analyze", ["--user", "verify", "--man=no"] + units.keys.map(scratch.path(of:)),
      environment: ["XDG_RUNTIME_DIR": scratch.path])
    #expect(analysis.errors == "")
    #expect(analysis.status == 0)
  }

  @Test func `only the socket is enabled`() throws {
    let service = try packageFile("systemd/intervald.service")
    #expect(service.contains("[Install]\nAlso=intervald.socket\n") && !service.contains("WantedBy="))
    #expect(try packageFile("systemd/intervald.socket").contains("[Install]\nWantedBy=sockets.target\n"))
  }
}
