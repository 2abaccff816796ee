import SystemPackage
import TestSupport

@testable import Varlink

/// A folder with the socket of a test.
extension TemporaryFolder {
  var socket: String { path(of: "socket") }

  /// The mode of the socket's file; nil if the file does not exist.
  var socketMode: FileMode? { try? FilePath(socket).stat(followTargetSymlink: false).mode }

  /// Binds a socket to the path, like a process that passes the socket to a server.
  func bind() throws -> FileDescriptor {
    let descriptor = try UnixSocket.make()
    try UnixSocket.bind(descriptor, to: socket)
    return descriptor
  }
}
