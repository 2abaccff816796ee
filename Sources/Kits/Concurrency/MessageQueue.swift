import Dispatch

/// Delivers messages in order on its own queue; if more messages wait than `capacity`, the oldest are dropped.
package final class MessageQueue<Message: Sendable>: Sendable {
  private struct Messages: MailboxContents {
    let capacity: Int
    var messages: [Message] = []

    /// - Returns: Whether the oldest message was dropped.
    mutating func append(_ message: Message) -> Bool {
      let isFull = messages.count == capacity
      if isFull { messages.removeFirst() }
      messages.append(message)
      return isFull
    }

    mutating func next() -> Message? { messages.isEmpty ? nil : messages.removeFirst() }
  }

  private let queue: DispatchQueue
  private let mailbox: Mailbox<Messages>
  private let deliverAtOnce: @Sendable (Message) -> Bool
  private let deliver: @Sendable (Message) -> Void

  /// - Parameters:
  ///   - label: The label of the queue.
  ///   - capacity: The maximum number of messages that wait.
  ///   - deliverAtOnce: Delivers a message on the sender's thread if this is possible without blocking, and returns
  ///     whether it delivered the message. Called only if no message is waiting; avoids a switch of threads.
  ///   - deliver: Delivers a message; may block.
  package init(
    label: String, capacity: Int, deliverAtOnce: @escaping @Sendable (Message) -> Bool = { _ in false },
    deliver: @escaping @Sendable (Message) -> Void
  ) {
    queue = DispatchQueue(label: label)
    mailbox = Mailbox(Messages(capacity: capacity))
    self.deliverAtOnce = deliverAtOnce
    self.deliver = deliver
  }

  /// Sends a message without waiting for its delivery.
  ///
  /// - Returns: Whether the oldest message was dropped.
  @discardableResult package func send(_ message: Message) -> Bool {
    guard !mailbox.isIdle || !deliverAtOnce(message) else { return false }
    return mailbox.put { contents in
      contents.append(message)
    } startDelivery: {
      queue.async {
        while let message = self.mailbox.next() { self.deliver(message) }
      }
    }
  }

  /// Waits until all messages that were sent have been delivered, but at most for the time limit.
  package func drain(within limit: Duration) async {
    let (delivered, end) = AsyncStream<Never>.makeStream()
    queue.async { end.finish() }
    await delivered.end(within: limit)
  }
}
