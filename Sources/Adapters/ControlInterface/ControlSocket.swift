/// The place of the daemon's control socket: `$XDG_RUNTIME_DIR/intervald/control.sock`.
package struct ControlSocket: Equatable, Sendable {
  /// Why there is no place for a socket.
  package enum PlaceError: Error, Equatable, Sendable, CustomStringConvertible {
    /// XDG_RUNTIME_DIR is not set, or empty, which is the same to the XDG base directory specification.
    case runtimeFolderUnset
    /// XDG_RUNTIME_DIR is no absolute path.
    case runtimeFolderRelative(String)

    package var description: String {
      switch self {
      case .runtimeFolderUnset: "XDG_RUNTIME_DIR is not set"
      case .runtimeFolderRelative(let folder): "XDG_RUNTIME_DIR is \"\(folder)\", which is no absolute path"
      }
    }
  }

  /// The folder that the socket is in, which is the daemon's to make.
  package let folder: String

  package var path: String { folder + "/control.sock" }

  /// Takes the place from the environment's variables.
  package init(environment: [String: String]) throws(PlaceError) {
    let runtimeFolder = environment["XDG_RUNTIME_DIR"] ?? ""
    guard !runtimeFolder.isEmpty else { throw .runtimeFolderUnset }
    guard runtimeFolder.hasPrefix("/") else { throw .runtimeFolderRelative(runtimeFolder) }
    folder = (runtimeFolder.hasSuffix("/") ? runtimeFolder : runtimeFolder + "/") + "intervald"
  }
}
