internal import Synchronization

/// What waits on a connection: messages that have come and are not yet taken to be answered, and replies that go out
/// together.
final class Backlog: Sendable {
  private let messages = Atomic(0)
  private let isFlushDue = Atomic(false)

  var isEmpty: Bool { messages.load(ordering: .relaxed) == 0 }

  func add() { messages.add(1, ordering: .relaxed) }

  func take() { messages.subtract(1, ordering: .relaxed) }

  /// Notes that there are replies to go out; false where that was noted already.
  func holdReply() -> Bool { !isFlushDue.exchange(true, ordering: .relaxed) }

  /// Notes that they go out.
  func releaseReplies() { isFlushDue.store(false, ordering: .relaxed) }
}
