import SystemPackage
import TestSupport

@testable import Varlink

/// The socket of a test in its temporary folder.
extension TemporaryFolder {
  var socket: String { path(of: "socket") }

  /// The mode of the socket file; nil if the file does not exist.
  var socketMode: FileMode? { try? FilePath(socket).stat(followTargetSymlink: false).mode }

  /// Binds a new socket to the path, but does not listen.
  func bind() throws -> FileDescriptor {
    let descriptor = try UnixSocket.make()
    try UnixSocket.bind(descriptor, to: socket)
    return descriptor
  }
}
