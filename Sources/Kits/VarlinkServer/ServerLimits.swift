internal import Glibc
internal import NIOCore
internal import Synchronization

/// Resource limits of a server.
package struct ServerLimits: Sendable {
  /// The maximum number of connections; a further connection is closed at once.
  package var connections = 256

  /// The number of descriptors that connections leave to the rest of the process, at most half of those that it may have.
  package var reservedDescriptors = 64

  /// The time limit from the first byte of a message to its NUL, not counting the time in which the server does not read.
  package var incompleteMessage: Duration = .seconds(30)

  /// The time limit for the client to take replies, or at least so much of them that the socket's buffer holds the rest.
  package var write: Duration = .seconds(10)

  /// The maximum number of replies of a stream that wait for the client; a further reply ends the connection.
  package var queuedReplies = 64

  /// The number of bytes of replies from which a further reply of a stream ends the connection.
  package var queuedBytes = 1 << 20

  package init() {}
}

/// The number of open connections, up to a limit.
///
/// The limit on the process's descriptors may change at any time, so it is read for each connection.
final class ConnectionCount: Sendable {
  private let limits: ServerLimits
  private let count = Mutex(0)

  init(limits: ServerLimits) {
    self.limits = limits
  }

  /// Counts another connection, unless there are too many.
  ///
  /// - Returns: Whether it is counted.
  func increment() -> Bool {
    let descriptors = Self.descriptorLimit
    let limit = min(limits.connections, descriptors - min(limits.reservedDescriptors, descriptors / 2))
    return count.withLock { count in
      guard count < limit else { return false }
      count += 1
      return true
    }
  }

  func decrement() {
    count.withLock { $0 -= 1 }
  }

  /// The maximum number of descriptors of the process: getrlimit(2).
  private static var descriptorLimit: Int {
    var limit = rlimit()
    // The structure outlives the call, which fails only for a wrong resource or address.
    unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return Int(clamping: limit.rlim_cur)
  }
}

extension TimeAmount {
  /// The same time, rounded down to the nanosecond.
  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self = .nanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }
}
