import Dispatch
import Synchronization

/// A bounded buffer of messages for a queue or thread that may be slow, so that no sender waits for it.
///
/// The contents decide which waiting messages remain: the latest, the latest of each kind, or up to a number. A message
/// starts a delivery, which takes messages until none is left; only one delivery runs at a time. So messages are
/// handled in order and one at a time.
package final class Mailbox<Contents: MailboxContents>: Sendable {
  private struct State: Sendable {
    var contents: Contents
    var isBeingDelivered = false
  }

  private let state: Mutex<State>

  /// Detects a call of the delivery that hangs.
  package let hangs: HangDetector

  package init(_ contents: Contents, hangs: HangDetector = HangDetector()) {
    state = Mutex(State(contents: contents))
    self.hangs = hangs
  }

  /// Whether no message is waiting or being delivered.
  package var isIdle: Bool { state.withLock { !$0.isBeingDelivered } }

  /// A copy of the contents.
  package var contents: Contents { state.withLock { $0.contents } }

  /// Changes the contents.
  ///
  /// - Parameters:
  ///   - change: Adds a message to the contents.
  ///   - start: Starts a delivery, which calls `next()` until it is nil. It is not called during a delivery.
  ///   - onHang: Called if a call of the delivery hangs.
  /// - Returns: The result of `change`.
  @discardableResult package func put<Result: Sendable>(
    _ change: (inout Contents) -> Result, startDelivery start: () -> Void, onHang: () -> Void = {}
  ) -> Result {
    let (result, isBeingDelivered) = state.withLock { state in
      defer { state.isBeingDelivered = true }
      return (change(&state.contents), state.isBeingDelivered)
    }
    if !isBeingDelivered { start() }
    hangs.reportHang(onHang)
    return result
  }

  /// Takes the next message; nil if no message is waiting, which ends the delivery.
  package func next() -> Contents.Message? {
    state.withLock { state in
      let message = state.contents.next()
      state.isBeingDelivered = message != nil
      return message
    }
  }
}

/// The messages that wait in a mailbox.
package protocol MailboxContents: Sendable {
  associatedtype Message: Sendable

  /// Takes the next message; nil if no message is waiting.
  mutating func next() -> Message?
}

/// Delivers messages in order on its own queue; if more than its capacity wait, the oldest are dropped.
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
  ///   - deliverAtOnce: Delivers a message on the sender's thread if that is possible without blocking, and returns
  ///     whether it did. It is called only if no message is waiting, and avoids a switch of threads.
  ///   - deliver: Delivers a message; it may block.
  package init(
    label: String, capacity: Int, deliverAtOnce: @escaping @Sendable (Message) -> Bool = { _ in false },
    deliver: @escaping @Sendable (Message) -> Void
  ) {
    queue = DispatchQueue(label: label)
    mailbox = Mailbox(Messages(capacity: capacity))
    self.deliverAtOnce = deliverAtOnce
    self.deliver = deliver
  }

  /// Sends a message, without waiting.
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

  /// Waits until all messages that were sent are delivered, for at most the time limit.
  package func drain(within limit: Duration) async {
    let (delivered, end) = AsyncStream<Never>.makeStream()
    queue.async { end.finish() }
    await delivered.end(within: limit)
  }
}

/// Detects a call that hangs, without a timer that would wake the process: the check is part of the next request.
package final class HangDetector: Sendable {
  private let limit: Duration
  private let start = Mutex<ContinuousClock.Instant?>(nil)

  /// The default time after which a call is considered to hang.
  package static let defaultLimit = Duration.seconds(5)

  package init(limit: Duration = HangDetector.defaultLimit) {
    self.limit = limit
  }

  /// Marks the start of a call; only one call may run at a time.
  package func begin() {
    start.withLock { $0 = .now }
  }

  /// Marks the end of the call.
  ///
  /// The result of the call must be reported after this, so that it replaces the report of a hang.
  ///
  /// - Returns: Whether the call was hanging.
  @discardableResult package func end() -> Bool {
    start.withLock { start in
      defer { start = nil }
      return isHanging(since: start)
    }
  }

  /// Reports a call that hangs; the call does not end while `report` runs.
  package func reportHang(_ report: () -> Void) {
    start.withLock { if isHanging(since: $0) { report() } }
  }

  private func isHanging(since start: ContinuousClock.Instant?) -> Bool {
    start.map { .now - $0 > limit } ?? false
  }
}
