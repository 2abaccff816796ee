import Dispatch
import Synchronization

/// Hands messages to a queue of its own, in order, but for those that can be dealt with at once; of more than
/// `capacity` that wait, the oldest are dropped.
///
/// Whoever sends never waits, however long a message takes to be dealt with.
package final class Mailbox<Message: Sendable>: Sendable {
  private let queue: DispatchQueue
  private let contents = Mutex(Contents())
  private let capacity: Int
  private let dealAtOnce: @Sendable (Message) -> Bool
  private let deal: @Sendable (Message) -> Void

  private struct Contents {
    var waiting: [Message] = []
    /// Whether the queue is emptying it, or about to.
    var isBeingEmptied = false
  }

  /// - Parameters:
  ///   - label: the queue's.
  ///   - capacity: how many messages may wait.
  ///   - dealAtOnce: deals with a message, where none wait, if that takes no waiting, and says whether it has; on the
  ///     sender's thread, which saves a change of threads.
  ///   - deal: deals with a message, however long that takes.
  package init(
    label: String, capacity: Int, dealAtOnce: @escaping @Sendable (Message) -> Bool = { _ in false },
    deal: @escaping @Sendable (Message) -> Void
  ) {
    queue = DispatchQueue(label: label)
    self.capacity = capacity
    self.dealAtOnce = dealAtOnce
    self.deal = deal
  }

  /// - Returns: whether the oldest was dropped for it.
  @discardableResult package func send(_ message: Message) -> Bool {
    guard contents.withLock({ $0.isBeingEmptied }) || !dealAtOnce(message) else { return false }
    let (isAtRest, isFull) = contents.withLock { contents in
      let isFull = contents.waiting.count == capacity
      if isFull { contents.waiting.removeFirst() }
      contents.waiting.append(message)
      defer { contents.isBeingEmptied = true }
      return (!contents.isBeingEmptied, isFull)
    }
    if isAtRest { queue.async { self.empty() } }
    return isFull
  }

  /// Waits until everything sent so far has been dealt with, but no longer than the limit.
  package func drain(within limit: Duration) async {
    let (drained, end) = AsyncStream<Never>.makeStream()
    queue.async { end.finish() }
    await drained.end(within: limit)
  }

  private func empty() {
    while let message = takeFirst() { deal(message) }
  }

  private func takeFirst() -> Message? {
    contents.withLock { contents in
      guard !contents.waiting.isEmpty else {
        contents.isBeingEmptied = false
        return nil
      }
      return contents.waiting.removeFirst()
    }
  }
}
