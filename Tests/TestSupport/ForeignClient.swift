/// A client that uses PyPI's `varlink`, a Varlink implementation by another project.
package enum ForeignClient {
  /// Checks an idle service at a socket, and leaves it idle; see Tests/foreign/varlink_client.py.
  package static func check(socket: String) async throws -> Invocation {
    try await Invocation.run(
      VirtualEnvironment.program("python"), ["\(packageRoot)/Tests/foreign/varlink_client.py", "unix:\(socket)"])
  }
}
