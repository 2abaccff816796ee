import Dispatch
import Glibc

/// The receiving end of sd_notify(3): a datagram socket for the variable `NOTIFY_SOCKET` of a program under test.
package final class NotificationSocket: Sendable {
  package let path: String

  /// The messages in order, with their line breaks.
  ///
  /// The stream ends at the time limit.
  package let messages: AsyncStream<String>

  /// Binds the socket.
  ///
  /// - Parameters:
  ///   - path: Path of the socket, which must not exist yet; with an `@` at the beginning, a name in the abstract
  ///     namespace.
  ///   - limit: Time for which the socket is open. Messages that arrive in this time can be read later.
  /// - Throws: The error of the system call.
  package init(path: String, limit: Duration = generousLimit) throws {
    self.path = path
    let descriptor = try Self.bind(to: path)
    let (messages, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingOldest(1_000))
    self.messages = messages

    let queue = DispatchQueue(label: "notification-socket")
    let readSource = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    readSource.setEventHandler {
      while let message = Self.receive(from: descriptor) { continuation.yield(message) }
    }
    readSource.setCancelHandler { close(descriptor) }
    readSource.activate()
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler { continuation.finish() }
    timer.schedule(deadline: .now() + .seconds(Int(limit.components.seconds)))
    timer.activate()
    // From here on, the sources are only cancelled, and dispatch sources may be cancelled on any thread.
    nonisolated(unsafe) let sources: [any DispatchSourceProtocol] = [readSource, timer]
    continuation.onTermination = { _ in
      for source in unsafe sources { source.cancel() }
    }
  }

  /// Waits for a message that contains a line, and ignores earlier messages.
  ///
  /// - Returns: The message; nil if no such message arrives before the stream ends.
  package func message(with line: String) async -> String? {
    await messages.first { $0.split(separator: "\n").contains { $0 == line } }
  }

  /// Creates and binds a nonblocking socket; see socket(2), bind(2).
  package static func bind(to path: String) throws -> CInt {
    let descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let name = path.utf8.prefix(MemoryLayout.size(ofValue: address.sun_path) - 1)
    // `sun_path` is longer than the copied bytes and initially zero, so the path ends with a zero byte.
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { field in
      unsafe field.copyBytes(from: name)
      if path.hasPrefix("@") { unsafe field[0] = 0 }
    }
    let length = MemoryLayout<sa_family_t>.size + name.count
    // `address` outlives the call, and is at least `length` bytes long.
    let result = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe Glibc.bind(descriptor, address, socklen_t(length))
      }
    }
    guard descriptor >= 0, result == 0 else { throw Failure(path: path, errno: errno) }
    return descriptor
  }

  /// Receives a message, and ignores its descriptors; nil if no message has arrived; see recv(2).
  private static func receive(from descriptor: CInt) -> String? {
    // recv(2) writes at most `buffer.count` bytes, and only the received bytes are read.
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4_096) { buffer in
      let count = unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
      return count > 0 ? unsafe String(decoding: buffer.prefix(count), as: UTF8.self) : nil
    }
  }

  private struct Failure: Error {
    var path: String
    var errno: CInt
  }
}
