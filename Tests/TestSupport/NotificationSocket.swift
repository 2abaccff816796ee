import Dispatch
import Glibc

/// The receiving end of `sd_notify(3)`: a datagram socket that a program under test finds in `NOTIFY_SOCKET`.
package final class NotificationSocket: Sendable {
  package let path: String

  /// The messages in order, lines separated as they were sent; it ends when the time limit is over.
  package let messages: AsyncStream<String>

  /// Binds the socket.
  ///
  /// - Parameters:
  ///   - path: Where; nothing may be there yet. Behind an `@` it is a name in the abstract namespace.
  ///   - limit: How long it is open. What has come by then can still be read.
  /// - Throws: The system's reason.
  package init(path: String, limit: Duration = .seconds(120)) throws {
    self.path = path
    let descriptor = try Self.bind(to: path)
    let (messages, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingOldest(1_000))
    self.messages = messages

    let queue = DispatchQueue(label: "notification-socket")
    let arrivals = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    arrivals.setEventHandler {
      while let message = Self.receive(from: descriptor) { continuation.yield(message) }
    }
    arrivals.setCancelHandler { close(descriptor) }
    arrivals.activate()
    let end = DispatchSource.makeTimerSource(queue: queue)
    end.setEventHandler { continuation.finish() }
    end.schedule(deadline: .now() + .seconds(Int(limit.components.seconds)))
    end.activate()
    // Dispatch sources may be cancelled on any thread, and nothing else is done with them from here on.
    nonisolated(unsafe) let sources: [any DispatchSourceProtocol] = [arrivals, end]
    continuation.onTermination = { _ in
      for source in unsafe sources { source.cancel() }
    }
  }

  /// Waits for a message with a line, passing over others.
  ///
  /// - Returns: The message, or `nil` when the time limit is over.
  package func message(with line: String) async -> String? {
    await messages.first { $0.split(separator: "\n").contains { $0 == line } }
  }

  /// Makes a socket that does not block, and is read by nobody yet: `socket(2)`, `bind(2)`.
  package static func bind(to path: String) throws -> CInt {
    let descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let name = path.utf8.prefix(MemoryLayout.size(ofValue: address.sun_path) - 1)
    // The path ends with a zero byte, since the copied part is shorter than the field, which begins as zeros.
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { field in
      unsafe field.copyBytes(from: name)
      if path.hasPrefix("@") { unsafe field[0] = 0 }
    }
    let length = MemoryLayout<sa_family_t>.size + name.count
    // The address outlives the call, and the length is within it.
    let result = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe Glibc.bind(descriptor, address, socklen_t(length))
      }
    }
    guard descriptor >= 0, result == 0 else { throw Failure(path: path, errno: errno) }
    return descriptor
  }

  /// Takes a message that has come, without the descriptors that came with it: `recv(2)`.
  private static func receive(from descriptor: CInt) -> String? {
    // The buffer is as large as its count says, and only the bytes that were received are looked at.
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
