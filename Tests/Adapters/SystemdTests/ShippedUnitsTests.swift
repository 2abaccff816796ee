import FoundationEssentials
import TestSupport
import Testing

@Suite struct ShippedUnitsTests {
  @Test func `systemd verifies the units without complaint`() async throws {
    let scratch = try TemporaryFolder()
    let units = try ShippedUnits.running(probe: "ready")
    for (name, text) in units { try scratch.write(text, to: name) }
    let analysis = try await Invocation.run(
      "systemd-analyze", ["--user", "verify", "--man=no"] + units.keys.map(scratch.path(of:)),
      environment: ["XDG_RUNTIME_DIR": scratch.path])
    #expect(analysis.errors == "")
    #expect(analysis.status == 0)
  }

  @Test func `only the socket can be enabled`() throws {
    let service = try packageFile("systemd/intervald.service")
    #expect(!service.contains("\n[Install]\n"))
    #expect(!service.contains("WantedBy="))
    #expect(try packageFile("systemd/intervald.socket").contains("[Install]\nWantedBy=sockets.target\n"))
  }

  /// The exposure that `systemd-analyze security` computes, in tenths, without and with the hardening example.
  @Test(arguments: [(false, 60), (true, 11)])
  func `the exposure of the units stays below its limit`(isHardened: Bool, tenths: Int) async throws {
    let analysis = try await security(isHardened: isHardened, "--threshold=\(tenths)")
    #expect(analysis.status == 0, "\(analysis.output)")
  }

  @Test func `the unit sets every recommended directive or states why not`() async throws {
    let service = try packageFile("systemd/intervald.service")
    let analysis = try await security(isHardened: false, "--json=short")
    let assessments = try JSONDecoder().decode([Assessment].self, from: Data(analysis.output.utf8))
    let directives = Set(assessments.flatMap { $0.name.matches(of: /[A-Za-z]+=/).map { String($0.output) } })
    #expect(directives.count > 30)
    for directive in directives { #expect(service.contains(directive), "\(directive)") }
  }

  @Test func `the example sets the directives that the unit leaves to it`() throws {
    let example = try packageFile("systemd/hardening.conf")
    let reasons = try packageFile("systemd/intervald.service").split(separator: "\n# - ")
    let deferred = reasons.filter { $0.contains("hardening.conf has them") }.flatMap { reason in
      reason.matches(of: /[A-Z][A-Za-z]+(?==)/).map { String($0.output) }
    }
    #expect(deferred.count == 14)
    for directive in deferred { #expect(example.contains("\n\(directive)="), "\(directive)") }
  }

  private struct Assessment: Decodable {
    let name: String
  }

  private func security(isHardened: Bool, _ option: String) async throws -> Invocation {
    let scratch = try TemporaryFolder()
    for (name, text) in try ShippedUnits.running(probe: "ready") { try scratch.write(text, to: name) }
    if isHardened {
      try scratch.write(try packageFile("systemd/hardening.conf"), to: "intervald.service.d/hardening.conf")
    }
    return try await Invocation.run(
      "systemd-analyze",
      ["--user", "security", "--offline=true", "--no-pager", option, scratch.path(of: "intervald.service")],
      environment: ["XDG_RUNTIME_DIR": scratch.path])
  }
}
