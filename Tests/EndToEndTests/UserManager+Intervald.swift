import TestSupport
import Testing

extension UserManager {
  /// Installs the shipped units, with the programs where they were built, and starts the socket.
  func installIntervald() async throws {
    let program = try BuiltProgram.path(of: "intervald")
    let folder = String(program.dropLast("/intervald".count))
    let service = try packageFile("systemd/intervald.service").replacing("@BINDIR@", with: folder)
    let socket = try packageFile("systemd/intervald.socket")
    try await install(["intervald.service": service, "intervald.socket": socket])
    let enabled = try await systemctl("enable", "--now", "intervald.socket")
    #expect(enabled.status == 0, "\(enabled.errors)")
  }

  func intervalctl(_ arguments: String...) async throws -> Invocation {
    try await run(BuiltProgram.path(of: "intervalctl"), arguments)
  }
}
