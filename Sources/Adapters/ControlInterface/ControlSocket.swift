package import UserFiles

/// The path of the daemon's control socket: `$XDG_RUNTIME_DIR/intervald/control.sock`.
package struct ControlSocket: Equatable, Sendable {
  /// The folder of the socket, which the daemon creates.
  package let folder: String

  package var path: String { folder + "/control.sock" }

  /// Determines the path from environment variables.
  package init(environment: [String: String]) throws(XDGFolders.RuntimeError) {
    folder = try XDGFolders(environment: environment).runtimePath("intervald")
  }
}
