internal import Synchronization
internal import Varlink

/// The replies of a stream that wait for their client: so many, and of so many bytes.
final class ReplyQueue: Sendable {
  /// What comes out of the queue.
  enum Entry: Sendable {
    case reply(EncodedReply)
    /// The replies are over, though the last one said that others follow.
    case noLastReply
  }

  private struct Waiting {
    var replies = 0
    var bytes = 0
  }

  private let method: String
  private let limits: ServerLimits
  private let entries: AsyncStream<Entry>
  private let entrance: AsyncStream<Entry>.Continuation
  private let waiting = Mutex(Waiting())

  init(for method: String, limits: ServerLimits) {
    self.method = method
    self.limits = limits
    (entries, entrance) = AsyncStream.makeStream()
  }

  /// Puts a reply in.
  ///
  /// - Throws: `TransportError` of code `slowReader` where too many replies wait, or too many bytes.
  func put(_ reply: EncodedReply) throws(TransportError) {
    let isFull = waiting.withLock { waiting in
      guard waiting.replies < limits.queuedReplies, waiting.bytes < limits.queuedBytes else { return true }
      waiting.replies += 1
      waiting.bytes += reply.bytes.count
      return false
    }
    guard !isFull else { throw slowReader }
    entrance.yield(.reply(reply))
  }

  /// Says that there is no last reply.
  func endWithoutLast() {
    entrance.yield(.noLastReply)
  }

  /// Ends the queue, behind what waits.
  func end() {
    entrance.finish()
  }

  /// Takes entries out, one after the other, until the body has made something of one; nil at the end.
  func take<Value>(_ body: (Entry) async throws -> Value?) async throws -> Value? {
    for await entry in entries {
      if case .reply(let reply) = entry {
        waiting.withLock { waiting in
          waiting.replies -= 1
          waiting.bytes -= reply.bytes.count
        }
      }
      if let value = try await body(entry) { return value }
    }
    return nil
  }

  private var slowReader: TransportError {
    let (replies, bytes) = waiting.withLock { ($0.replies, $0.bytes) }
    return TransportError(.slowReader, context: "\(replies) replies to \(method) were waiting, of \(bytes) bytes")
  }
}
