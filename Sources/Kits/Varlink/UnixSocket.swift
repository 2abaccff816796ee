internal import Glibc

/// The system calls on Unix sockets, each as one function that throws in place of setting errno(3).
///
/// The calls marked `unsafe` get pointers to values that outlive the call, with the sizes of those values.
package enum UnixSocket {
  /// Makes a stream socket that child processes do not inherit: socket(2).
  package static func make() throws(TransportError) -> CInt {
    try check(socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0), "socket")
  }

  /// Gives the socket a path: bind(2).
  package static func bind(_ descriptor: CInt, to path: String) throws(TransportError) {
    let result = try unsafe withAddress(path) { unsafe Glibc.bind(descriptor, $0, $1) }
    try check(result, "bind \(path)")
  }

  /// Begins to accept connections, of which as many as `backlog` may wait: listen(2).
  package static func listen(_ descriptor: CInt, backlog: CInt) throws(TransportError) {
    try check(Glibc.listen(descriptor, backlog), "listen")
  }

  /// Connects to a path, waiting at most as long as `setTimeout` said: connect(2).
  package static func connect(_ descriptor: CInt, to path: String) throws(TransportError) {
    let result = try unsafe withAddress(path) { unsafe Glibc.connect(descriptor, $0, $1) }
    try check(result, "connect \(path)")
  }

  /// Limits the time that connecting and sending may take: SO_SNDTIMEO of socket(7).
  package static func setTimeout(_ timeout: Duration, on descriptor: CInt) throws(TransportError) {
    let (seconds, attoseconds) = timeout.components
    var value = timeval(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
    let size = socklen_t(MemoryLayout<timeval>.size)
    try check(unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &value, size), "setsockopt SO_SNDTIMEO")
  }

  /// Sends as many bytes as the socket takes, and returns their number: send(2), without a SIGPIPE.
  static func send(_ bytes: ArraySlice<UInt8>, on descriptor: CInt) throws(TransportError) -> Int {
    let count = restarting {
      unsafe bytes.withUnsafeBytes { unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
    }
    return try check(count, "send")
  }

  /// Waits until there is something to read, the end included; false when the time is up first: poll(2).
  ///
  /// Without a time it waits for ever. The time is rounded up to the millisecond.
  static func waitToRead(_ descriptor: CInt, for time: Duration?) throws(TransportError) -> Bool {
    var query = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let milliseconds = time.map { CInt(clamping: Int64((max(.zero, $0) / .milliseconds(1)).rounded(.up))) } ?? -1
    return try check(restarting { unsafe poll(&query, 1, milliseconds) }, "poll") > 0
  }

  /// Reads what there is, at most 64 KiB, and nothing at the end: recv(2).
  static func receive(on descriptor: CInt) throws(TransportError) -> [UInt8] {
    var result = 0
    // recv(2) has written as many bytes as it returns.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      result = restarting { unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0) }
      count = max(result, 0)
    }
    try check(result, "recv")
    return bytes
  }

  /// Ends both directions, which wakes whoever waits on the socket: shutdown(2).
  static func shutDown(_ descriptor: CInt) {
    // The other side may have been faster; there is nothing left to end then.
    _ = shutdown(descriptor, CInt(SHUT_RDWR))
  }

  /// Closes the descriptor: close(2).
  package static func close(_ descriptor: CInt) {
    // Linux frees the descriptor whatever close(2) returns.
    _ = Glibc.close(descriptor)
  }

  /// Passes a result on, and turns -1 into the error that errno(3) tells.
  @discardableResult
  package static func check<Result: SignedInteger>(
    _ result: Result, _ context: @autoclosure () -> String
  ) throws(TransportError) -> Result {
    guard result < 0 else { return result }
    let number = errno
    let code: TransportError.Code =
      switch number {
      case ENOENT: .noSocket
      case ECONNREFUSED: .connectionRefused
      case EADDRINUSE: .addressInUse
      case EPIPE, ECONNRESET, ENOTCONN: .disconnected
      case EAGAIN: .timedOut
      default: .system
      }
    throw TransportError(code, errno: number, context: context())
  }

  /// Makes a system call, and makes it again where a signal broke in on it: EINTR of signal(7).
  private static func restarting<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
      let result = call()
      guard result < 0, errno == EINTR else { return result }
    }
  }

  /// Calls the body with the address of a path: unix(7).
  private static func withAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt
  ) throws(TransportError) -> CInt {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    // One byte stays zero and ends the path.
    guard !bytes.isEmpty, !bytes.contains(0), bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw TransportError(.unusablePath, context: "the socket path \"\(path)\" has \(bytes.count) bytes")
    }
    // The bytes were counted above to fit.
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    return unsafe withUnsafePointer(to: &address) { pointer in
      // A sockaddr_un begins as every sockaddr does, and its size goes with it.
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
