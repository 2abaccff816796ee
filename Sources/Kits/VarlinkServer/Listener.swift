internal import Glibc
package import Varlink

/// A socket that accepts connections: one of our own at a path, or one that was handed over.
///
/// It listens from the moment it is made, so that a client may connect before the server runs. The descriptor belongs
/// to the server that runs on it.
///
/// The system calls marked `unsafe` get pointers to values that outlive the call, with the sizes of those values.
package struct Listener: Sendable {
  /// What tells one file from another that took its path.
  private struct FileIdentity: Equatable {
    let device: dev_t
    let inode: ino_t
  }

  /// The connections that may wait to be accepted.
  private static let backlog: CInt = 128

  let descriptor: CInt
  /// The path and the file that is ours to remove; nil where the socket was handed over.
  private let own: (path: String, file: FileIdentity)?

  /// Binds a path, with mode 0600 whatever the umask is.
  ///
  /// A socket file that a killed process left behind is replaced. The folder is the caller's.
  /// - Throws: `TransportError` of code `addressInUse` where somebody listens, `unusablePath` where the path is too
  ///   long or has something else at it.
  package static func bind(path: String) throws(TransportError) -> Listener {
    try removeStaleSocket(at: path)
    let descriptor = try UnixSocket.make()
    do {
      // The kernel makes the file with the socket's own mode less the umask, so that it is at no moment wider than
      // 0600; chmod(2) gives back what the umask took.
      try UnixSocket.check(fchmod(descriptor, 0o600), "fchmod")
      try UnixSocket.bind(descriptor, to: path)
      try UnixSocket.check(unsafe chmod(path, 0o600), "chmod \(path)")
      try UnixSocket.listen(descriptor, backlog: backlog)
      let (file, _) = try status(of: path)
      return Listener(descriptor: descriptor, own: (path, file))
    } catch {
      UnixSocket.close(descriptor)
      throw error
    }
  }

  /// Takes over a bound Unix stream socket, listening or not, as systemd hands one over; its file is never removed.
  ///
  /// - Throws: `TransportError` of code `system` with ENOTSOCK or EBADF, or without a number for a socket of another
  ///   sort.
  package static func adopt(descriptor: CInt) throws(TransportError) -> Listener {
    guard try option(SO_DOMAIN, of: descriptor) == AF_UNIX,
      try option(SO_TYPE, of: descriptor) == CInt(SOCK_STREAM.rawValue)
    else {
      throw TransportError(.system, context: "descriptor \(descriptor) is no Unix stream socket")
    }
    try UnixSocket.listen(descriptor, backlog: backlog)
    return Listener(descriptor: descriptor, own: nil)
  }

  /// Removes our own socket file, unless another has taken its path.
  func removeFile() {
    guard let own, let (file, _) = try? Self.status(of: own.path), file == own.file else { return }
    // A file that is gone by now is what was wanted.
    _ = unsafe unlink(own.path)
  }

  private static func removeStaleSocket(at path: String) throws(TransportError) {
    let mode: mode_t
    do {
      (_, mode) = try status(of: path)
    } catch  where error.code == .noSocket {
      return
    }
    guard mode & S_IFMT == S_IFSOCK else {
      throw TransportError(.unusablePath, context: "\(path) is there and is no socket")
    }
    do {
      let probe = try UnixSocket.make()
      defer { UnixSocket.close(probe) }
      try UnixSocket.setTimeout(.seconds(1), on: probe)
      try UnixSocket.connect(probe, to: path)
    } catch  where error.code == .connectionRefused {
      try UnixSocket.check(unsafe unlink(path), "unlink \(path)")
      return
    } catch  where error.code == .timedOut {
      // Its queue is full: somebody listens, however busy.
    }
    throw TransportError(.addressInUse, context: "\(path) is in use")
  }

  /// What is at a path itself: lstat(2).
  private static func status(of path: String) throws(TransportError) -> (FileIdentity, mode_t) {
    var status = stat()
    try UnixSocket.check(unsafe lstat(path, &status), "lstat \(path)")
    return (FileIdentity(device: status.st_dev, inode: status.st_ino), status.st_mode)
  }

  /// An option of a socket that is a number: getsockopt(2).
  private static func option(_ name: CInt, of descriptor: CInt) throws(TransportError) -> CInt {
    var value: CInt = 0
    var size = socklen_t(MemoryLayout<CInt>.size)
    try UnixSocket.check(unsafe getsockopt(descriptor, SOL_SOCKET, name, &value, &size), "getsockopt")
    return value
  }
}
