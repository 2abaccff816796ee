internal import Glibc
internal import NIOCore
internal import SystemPackage
package import Varlink

/// A listening socket that this process bound to a path or received from another process.
///
/// The socket listens from the start, so that clients may connect before the server runs. The server owns the
/// descriptor.
///
/// A system call marked `unsafe` gets pointers to values that outlive the call, with the sizes of these values.
package struct Listener: Sendable {
  /// The identity of a file; another file at the same path has a different identity.
  private struct FileIdentity: Equatable {
    let device: DeviceID
    let inode: Inode
  }

  /// The maximum number of connections that wait to be accepted.
  private static let backlog: CInt = 128

  let descriptor: SystemPackage.FileDescriptor
  /// The path and the identity of the file that `removeFile` removes; nil for a socket from another process.
  private let own: (path: String, file: FileIdentity)?

  /// Binds a socket to a path, with mode 0600 independent of the umask.
  ///
  /// A socket file that a killed process left is replaced. The caller must create the folder.
  ///
  /// - Throws: `TransportError` of code `addressInUse` if a process listens at the path; `unusablePath` if the path is
  ///   too long or belongs to a file that is not a socket.
  package static func bind(path: String) throws(TransportError) -> Listener {
    try removeStaleSocket(at: path)
    let descriptor = try UnixSocket.make()
    do throws(TransportError) {
      // The file gets the mode of the socket minus the bits in the umask, so the mode never exceeds 0600.
      // chmod(2) then adds the permissions that the umask removed.
      try UnixSocket.check(fchmod(descriptor.rawValue, 0o600), "fchmod")
      try UnixSocket.bind(descriptor, to: path)
      try UnixSocket.check(unsafe chmod(path, 0o600), "chmod \(path)")
      try UnixSocket.listen(descriptor, backlog: backlog)
      UnixSocket.markAsEntryPoint(descriptor)
      return Listener(descriptor: descriptor, own: (path, try file(at: path).identity))
    } catch {
      try? descriptor.close()
      throw error
    }
  }

  /// Takes ownership of a bound Unix stream socket, for example a socket that systemd passes; the socket need not
  /// listen yet.
  ///
  /// The file of the socket is never removed.
  ///
  /// - Throws: `TransportError` of code `system`: with the error number ENOTSOCK or EBADF if the descriptor is not an
  ///   open socket; without an error number if the socket has another type.
  package static func take(descriptor: CInt) throws(TransportError) -> Listener {
    guard try option(SO_DOMAIN, of: descriptor) == AF_UNIX,
      try option(SO_TYPE, of: descriptor) == CInt(SOCK_STREAM.rawValue)
    else {
      throw TransportError(.system, context: "descriptor \(descriptor) is not a Unix stream socket")
    }
    let descriptor = SystemPackage.FileDescriptor(rawValue: descriptor)
    try UnixSocket.listen(descriptor, backlog: backlog)
    UnixSocket.markAsEntryPoint(descriptor)
    return Listener(descriptor: descriptor, own: nil)
  }

  /// Removes the socket file that `bind` created, unless another file has replaced it.
  func removeFile() {
    guard let own, let file = try? Self.file(at: own.path), file.identity == own.file else { return }
    // Another process may have removed the file since the check.
    _ = unsafe unlink(own.path)
  }

  private static func removeStaleSocket(at path: String) throws(TransportError) {
    do throws(TransportError) {
      guard try file(at: path).type == .socket else {
        throw TransportError(.unusablePath, context: "\(path) exists and is not a socket")
      }
    } catch {
      guard error.code == .noSocket else { throw error }
      return
    }
    do throws(TransportError) {
      let probe = try UnixSocket.make()
      // Linux frees the descriptor even if close(2) fails.
      defer { try? probe.close() }
      try UnixSocket.setTimeout(.seconds(1), on: probe)
      try UnixSocket.connect(probe, to: path)
    } catch {
      switch error.code {
      case .connectionRefused:
        try UnixSocket.check(unsafe unlink(path), "unlink \(path)")
        return
      // A process listens, but its queue of waiting connections is full.
      case .timedOut: break
      default: throw error
      }
    }
    throw TransportError(.addressInUse, context: "\(path) is in use")
  }

  /// The identity and the type of the file at a path; a symbolic link is not followed; see lstat(2).
  private static func file(at path: String) throws(TransportError) -> (identity: FileIdentity, type: FileType) {
    do {
      let status = try FilePath(path).stat(followTargetSymlink: false)
      return (FileIdentity(device: status.deviceID, inode: status.inode), status.type)
    } catch {
      throw TransportError(error, context: "lstat \(path)")
    }
  }

  /// The value of a numeric socket option; see getsockopt(2).
  private static func option(_ name: CInt, of descriptor: CInt) throws(TransportError) -> CInt {
    var value: CInt = 0
    var size = socklen_t(MemoryLayout<CInt>.size)
    try UnixSocket.check(unsafe getsockopt(descriptor, SOL_SOCKET, name, &value, &size), "getsockopt")
    return value
  }
}

/// Pauses accepting connections after accept(2) fails; runs on the event loop of the listening socket.
///
/// If the process lacks descriptors (EMFILE, ENFILE) or memory, accept(2) fails while the socket stays readable.
/// `AcceptBackoffHandler` of NIO delays the next read but not the present read. The selector would therefore report the
/// socket again at once, in a busy loop. This handler turns automatic reading off for the pause, so that the selector
/// ignores the socket.
///
/// NIO closes the socket after any other error of accept(2). This handler passes such an error on as a
/// `TransportError`, because `AcceptBackoffHandler` drops every `IOError`.
final class AcceptPause: ChannelInboundHandler {
  typealias InboundIn = Channel

  typealias InboundOut = Channel

  /// The time from a failure to the next attempt.
  static let length: TimeAmount = .seconds(1)

  private let report: @Sendable (ServerEvent) -> Void
  /// Whether no connection has been accepted since the last pause.
  private var isWaiting = false

  /// Makes a handler that reports only the first of several pauses in a row.
  init(report: @escaping @Sendable (ServerEvent) -> Void) {
    self.report = report
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    isWaiting = false
    context.fireChannelRead(data)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? IOError else { return context.fireErrorCaught(error) }
    let failure = TransportError(.system, errno: Errno(rawValue: error.errnoCode), context: "accept")
    guard Self.isTemporary(error) else { return context.fireErrorCaught(failure) }
    if !isWaiting { report(.acceptFailed(failure)) }
    isWaiting = true
    let channel = context.channel
    setReading(false, on: channel)
    context.eventLoop.assumeIsolated().scheduleTask(in: Self.length) { [self] in
      setReading(true, on: channel)
    }
  }

  /// Whether the socket stays open after an error.
  ///
  /// The errors are the same as in `shouldCloseOnReadError` of NIO's `ServerSocketChannel`.
  private static func isTemporary(_ error: IOError) -> Bool {
    switch error.errnoCode {
    case ECONNABORTED, EMFILE, ENFILE, ENOBUFS, ENOMEM: true
    default: false
    }
  }

  private func setReading(_ isReading: Bool, on channel: any Channel) {
    // Setting the option fails only if the channel is closed.
    try? channel.syncOptions?.setOption(.autoRead, value: isReading)
  }
}
