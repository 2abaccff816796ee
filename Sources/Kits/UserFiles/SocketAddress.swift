package import Glibc
import SystemPackage

/// The address of a Unix socket, a `sockaddr_un`; see unix(7).
package struct SocketAddress: Sendable {
  private var address = sockaddr_un()
  private let length: socklen_t

  /// Makes the address of a socket file.
  ///
  /// - Throws: `EINVAL` for a path that is empty or contains a NUL; `ENAMETOOLONG` for a path that is too long.
  package init(path: String) throws(SystemError) {
    guard !path.isEmpty else { throw SystemError(path, .invalidArgument) }
    try SystemCalls.requireNoNUL(path)
    try self.init(Array(path.utf8), reportedName: path)
  }

  /// Makes an address in the abstract namespace, where a socket has a name but no file.
  ///
  /// - Throws: `ENAMETOOLONG` for a name that is too long.
  package init(abstractName name: String) throws(SystemError) {
    try self.init([0] + Array(name.utf8), reportedName: name)
  }

  private init(_ bytes: [UInt8], reportedName name: String) throws(SystemError) {
    // At least one byte stays zero, so that a path ends in a NUL. An abstract name needs no NUL, because the length of
    // the address determines the end of the name.
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw SystemError(name, .fileNameTooLong)
    }
    length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    address.sun_family = sa_family_t(AF_UNIX)
    // The bytes fit, because their number was checked above.
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
  }

  /// Makes a call with a pointer to the address; the pointer is valid only during the call.
  package func withPointer<Result>(_ call: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    unsafe withUnsafePointer(to: address) { pointer in
      // A sockaddr_un begins with the members of a sockaddr. `length` does not exceed the size of a sockaddr_un.
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe call($0, length) }
    }
  }
}
