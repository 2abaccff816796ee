import SystemPackage
import Glibc
import TestSupport
import UserFiles
import Varlink

/// Connections to a server's socket that one thread reads.
final class PolledSockets {
  private var watched: [pollfd] = []
  private var buffer = [UInt8](repeating: 0, count: 65_536)

  /// The server closed a connection.
  struct Closed: Error {}

  /// Makes so many connections.
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

  /// The numbers of all.
  var indices: Range<Int> { watched.indices }

  /// Waits until something has come, for five seconds at the most: poll(2).
  ///
  /// - Returns: The numbers of those to read.
  func ready() throws -> [Int] {
    // The list outlives the call.
    let count = unsafe poll(&watched, nfds_t(watched.count), 5000)
    guard count > 0 else { throw SystemError("poll", count == 0 ? .timedOut : .last) }
    return indices.filter { watched[$0].revents != 0 }
  }

  /// Sends bytes, for which there must be room.
  func send(_ bytes: ArraySlice<UInt8>, on index: Int) throws {
    // The bytes outlive the call.
    let sent = unsafe bytes.withUnsafeBytes { unsafe write(watched[index].fd, $0.baseAddress, $0.count) }
    guard sent == bytes.count else { throw SystemError("write", .last) }
  }

  /// What has come, or comes next.
  func receive(on index: Int) throws -> ArraySlice<UInt8> {
    // What is read is no more than the buffer holds.
    let count = unsafe read(watched[index].fd, &buffer, buffer.count)
    guard count >= 0 else { throw SystemError("read", .last) }
    guard count > 0 else { throw Closed() }
    return buffer[..<count]
  }
}
