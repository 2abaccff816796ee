import Glibc
import TestSupport

@testable import Varlink

/// A folder as the place of a test's socket.
extension TemporaryFolder {
  var socket: String { path(of: "socket") }

  /// The mode of the socket's file; nil where there is none.
  var socketMode: mode_t? {
    // lstat(2) fills in the whole of the structure, which outlives the call.
    var status = stat()
    return unsafe lstat(socket, &status) == 0 ? status.st_mode : nil
  }

  /// Binds the socket's path to a descriptor, as another process would before handing it over.
  func bind() throws -> CInt {
    let descriptor = try UnixSocket.make()
    try UnixSocket.bind(descriptor, to: socket)
    return descriptor
  }
}

extension UnixSocket {
  /// Ends one direction: shutdown(2).
  static func shutDownSending(_ descriptor: CInt) {
    _ = shutdown(descriptor, CInt(SHUT_WR))
  }
}
