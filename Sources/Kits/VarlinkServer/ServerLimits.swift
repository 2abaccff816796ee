internal import NIOCore

/// How much a server bears with.
package struct ServerLimits: Sendable {
  /// The connections at one time; one more is closed at once.
  package var connections = 256

  /// The descriptors, of those that the process may have, which connections leave to the rest of it: so many, or half.
  package var reservedDescriptors = 64

  /// The time from the first byte of a message to its NUL, as far as the server reads what comes.
  package var incompleteMessage: Duration = .seconds(30)

  /// The time in which a client must take a message whole, or at least so much that the socket's buffer holds the rest.
  package var write: Duration = .seconds(10)

  /// The replies of a stream that may wait for the client; one more and it is dropped.
  package var queuedReplies = 64

  /// The bytes of a stream's replies that may wait for the client: with so many waiting, one more reply and it is
  /// dropped.
  package var queuedBytes = 1 << 20

  package init() {}
}

extension TimeAmount {
  /// The same time, down to the nanosecond.
  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self = .nanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }
}
