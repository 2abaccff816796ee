import Synchronization

/// Bounded buffer of messages for a slow queue or thread; senders do not wait.
///
/// The type of the contents determines which waiting messages remain: the latest message, the latest message of each
/// kind, or a maximum number of messages. A message starts a delivery, which takes messages until no message is left.
/// Only one delivery runs at a time, so messages are handled in order and one at a time.
package final class Mailbox<Contents: MailboxContents>: Sendable {
  private struct State: Sendable {
    var contents: Contents
    var isBeingDelivered = false
  }

  private let state: Mutex<State>

  /// Detects a delivery that hangs in a call.
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
  ///   - start: Starts a delivery, which calls `next()` until the result is nil. `start` is not called during a
  ///     delivery.
  ///   - onHang: Called if a call in the delivery hangs.
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

  /// Takes the next message; returns nil and ends the delivery if no message is waiting.
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
