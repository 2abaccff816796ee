package import UserFiles

/// The place of the daemon's control socket: `$XDG_RUNTIME_DIR/intervald/control.sock`.
package struct ControlSocket: Equatable, Sendable {
  /// The folder that the socket is in, which is the daemon's to make.
  package let folder: String

  package var path: String { folder + "/control.sock" }

  /// Takes the place from the environment's variables.
  package init(environment: [String: String]) throws(XDGFolders.RuntimeError) {
    folder = try XDGFolders(environment: environment).runtimePath("intervald")
  }
}
