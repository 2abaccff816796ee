import SystemPackage
import Glibc
import TestSupport
import UserFiles
import Varlink

/// Connections to a server's socket, for a single thread.
final class PolledSockets {
  private var watched: [pollfd] = []
  private var buffer = [UInt8](repeating: 0, count: 65_536)

  /// The server closed a connection.
  struct Closed: Error {}

  /// Makes `count` connections.
  init(_ count: Int, to path: String) throws {
    for _ in 0..<count {
      let descriptor = try UnixSocket.make()
      watched.append(pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0))
      try UnixSocket.connect(descriptor, to: path)
    }
  }

  deinit {
    for socket in watched { close(socket.fd) }
  }

  /// Numbers of all connections.
  var indices: Range<Int> { watched.indices }

  /// Waits for data, for at most five seconds: poll(2).
  ///
  /// - Returns: the numbers of the connections with data.
  func ready() throws -> [Int] {
    // The list outlives the call.
    let count = unsafe poll(&watched, nfds_t(watched.count), 5000)
    guard count > 0 else { throw SystemError("poll", count == 0 ? .timedOut : .last) }
    return indices.filter { watched[$0].revents != 0 }
  }

  /// Sends bytes, which must fit into the buffer of the socket.
  func send(_ bytes: ArraySlice<UInt8>, on index: Int) throws {
    // The bytes outlive the call.
    let sent = unsafe bytes.withUnsafeBytes { unsafe write(watched[index].fd, $0.baseAddress, $0.count) }
    guard sent == bytes.count else { throw SystemError("write", .last) }
  }

  /// Reads the next bytes; waits for them if necessary.
  func receive(on index: Int) throws -> ArraySlice<UInt8> {
    // At most the size of the buffer is read.
    let count = unsafe read(watched[index].fd, &buffer, buffer.count)
    guard count >= 0 else { throw SystemError("read", .last) }
    guard count > 0 else { throw Closed() }
    return buffer[..<count]
  }
}
