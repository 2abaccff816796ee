internal import Concurrency
internal import Glibc
package import SystemPackage
internal import UserFiles

/// System calls on Unix sockets, for which swift-system has no functions.
///
/// A call marked `unsafe` gets pointers to values that outlive the call, with the sizes of these values.
package enum UnixSocket {
  /// Makes a stream socket that child processes do not inherit; see socket(2).
  package static func make() throws(TransportError) -> FileDescriptor {
    let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    return FileDescriptor(rawValue: try check(socket(AF_UNIX, type, 0), "socket"))
  }

  /// Binds the socket to a path; see bind(2).
  package static func bind(_ socket: FileDescriptor, to path: String) throws(TransportError) {
    let result = try unsafe withAddress(path) { unsafe Glibc.bind(socket.rawValue, $0, $1) }
    try check(result, "bind \(path)")
  }

  /// Begins to listen for connections; at most `backlog` connections wait to be accepted; see listen(2).
  package static func listen(_ socket: FileDescriptor, backlog: CInt) throws(TransportError) {
    try check(Glibc.listen(socket.rawValue, backlog), "listen")
  }

  /// Marks the file of a socket as the entry point of a Varlink service, so that `varlinkctl list-sockets` lists it.
  ///
  /// The mark is an extended attribute, which only Linux 7.0 and later stores for sockets. A failure is ignored, because
  /// no client needs the mark. See getsockname(2) and setxattr(2).
  package static func markAsEntryPoint(_ socket: FileDescriptor) {
    var address = sockaddr_un()
    var size = socklen_t(MemoryLayout<sockaddr_un>.size)
    // `address` outlives the call, which writes at most `size` bytes. A sockaddr_un begins with the members of a
    // sockaddr.
    let result = unsafe withUnsafeMutablePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe getsockname(socket.rawValue, $0, &size) }
    }
    guard result == 0 else { return }
    // The path is decoded while `address` is valid, and only up to its NUL.
    let path = unsafe withUnsafeBytes(of: &address.sun_path) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    try? SystemCalls.setAttribute("user.varlink", to: "entrypoint", ofFileAt: path)
  }

  /// Connects the socket to a path, within the time limit of `setTimeout`; see connect(2).
  package static func connect(_ socket: FileDescriptor, to path: String) throws(TransportError) {
    let result = try unsafe withAddress(path) { unsafe Glibc.connect(socket.rawValue, $0, $1) }
    try check(result, "connect \(path)")
  }

  /// The user ID of the process that called listen(2) for the server of a connected socket: SO_PEERCRED of unix(7).
  ///
  /// If systemd has passed the listening socket to the server, this process is the user manager.
  static func listenerUserID(_ socket: FileDescriptor) throws(TransportError) -> UInt32 {
    // The members of the kernel's `struct ucred`, in the same order.
    var credentials: (process: Int32, user: UInt32, group: UInt32) = (0, .max, .max)
    var size = socklen_t(MemoryLayout.size(ofValue: credentials))
    try check(
      unsafe getsockopt(socket.rawValue, SOL_SOCKET, SO_PEERCRED, &credentials, &size), "getsockopt SO_PEERCRED")
    return credentials.user
  }

  /// Limits the time for connecting and sending: SO_SNDTIMEO of socket(7).
  package static func setTimeout(_ timeout: Duration, on socket: FileDescriptor) throws(TransportError) {
    var value = timeval(timeout)
    let size = socklen_t(MemoryLayout<timeval>.size)
    try check(
      unsafe setsockopt(socket.rawValue, SOL_SOCKET, SO_SNDTIMEO, &value, size), "setsockopt SO_SNDTIMEO")
  }

  /// Sends as many bytes as the socket accepts, without SIGPIPE, and returns their number; see send(2).
  static func send(_ bytes: ArraySlice<UInt8>, on socket: FileDescriptor) throws(TransportError) -> Int {
    let count = restarting {
      unsafe bytes.withUnsafeBytes {
        unsafe Glibc.send(socket.rawValue, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
    }
    return try check(count, "send")
  }

  /// Waits until data can be read or the peer has closed the connection; see poll(2).
  ///
  /// The time limit is rounded up to the millisecond. If `limit` is nil, the wait has no time limit.
  ///
  /// - Returns: False if the time limit has passed.
  static func waitToRead(_ socket: FileDescriptor, for limit: Duration?) throws(TransportError) -> Bool {
    var query = pollfd(fd: socket.rawValue, events: Int16(POLLIN), revents: 0)
    let milliseconds = limit.map { $0.inTimeoutMilliseconds(as: CInt.self) } ?? -1
    return try check(restarting { unsafe poll(&query, 1, milliseconds) }, "poll") > 0
  }

  /// Reads the bytes that have arrived, at most 64 KiB; the result is empty at the end of the input; see read(2).
  static func receive(on socket: FileDescriptor) throws(TransportError) -> [UInt8] {
    do {
      // `read` initializes the first bytes of the buffer, and returns their number.
      return try unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
        count = unsafe try socket.read(into: UnsafeMutableRawBufferPointer(buffer))
      }
    } catch {
      throw TransportError(error as? Errno, context: "read")
    }
  }

  /// Shuts down both directions, which wakes a thread that waits on the socket; see shutdown(2).
  static func shutDown(_ socket: FileDescriptor) {
    // The call fails if the peer has closed the connection.
    _ = shutdown(socket.rawValue, CInt(SHUT_RDWR))
  }

  /// Returns the result of a call; if the result is -1, throws the error of the call; see errno(3).
  @discardableResult
  package static func check<Result: SignedInteger>(
    _ result: Result, _ context: @autoclosure () -> String
  ) throws(TransportError) -> Result {
    guard result < 0 else { return result }
    throw TransportError(Errno(rawValue: errno), context: context())
  }

  /// Repeats a system call as long as a signal interrupts it: EINTR of signal(7).
  private static func restarting<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
      let result = call()
      guard result < 0, errno == EINTR else { return result }
    }
  }

  /// Calls `body` with the address of the socket at a path; see unix(7).
  private static func withAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt
  ) throws(TransportError) -> CInt {
    guard let address = try? SocketAddress(path: path) else {
      throw TransportError(.unusablePath, context: "the socket path \"\(path)\" has \(path.utf8.count) bytes")
    }
    return unsafe address.withPointer(body)
  }
}

/// Failure of a socket or of the communication on a socket.
///
/// A failure is never sent to the peer.
package struct TransportError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Kind of failure.
  package enum Code: Sendable {
    /// No socket exists at the path.
    case noSocket
    /// A socket exists at the path, but no process listens on it.
    case connectionRefused
    /// A process listens on the socket at the path.
    case addressInUse
    /// The path does not fit in a socket address, or belongs to a file that is not a socket.
    case unusablePath
    /// Another user listens on the socket at the path.
    case foreignServer
    /// The peer closed the connection.
    case disconnected
    /// The server closed the connection before it had read the whole call, so the call has no effect.
    case callUnread
    /// The peer exceeded the time limit for sending an answer, for completing a message, or for reading a reply.
    case timedOut
    /// The peer sent an invalid message, or a message that the protocol does not allow at that point.
    case malformedMessage
    /// The peer reads replies too slowly.
    case slowReader
    /// A streaming call occupies the connection.
    case busy
    /// A system call failed.
    case system
  }

  package let code: Code

  /// The error number if a system call failed; otherwise nil.
  package let errno: Errno?

  /// Details for the log: the name and the object of a system call, or the problem with a message.
  package let context: String

  package init(_ code: Code, errno: Errno? = nil, context: String) {
    self.code = code
    self.errno = errno
    self.context = context
  }

  /// Makes the error for a system call that failed.
  package init(_ errno: Errno?, context: String) {
    let code: Code =
      switch errno {
      case .noSuchFileOrDirectory: .noSocket
      case .connectionRefused: .connectionRefused
      case .addressInUse: .addressInUse
      case .brokenPipe, .connectionReset, .socketNotConnected: .disconnected
      case .resourceTemporarilyUnavailable: .timedOut
      default: .system
      }
    self.init(code, errno: errno, context: context)
  }

  package var description: String { errno.map { "\(context): \($0)" } ?? context }
}
