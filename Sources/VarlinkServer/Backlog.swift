internal import Synchronization

/// How many messages of a client have come and are not yet taken to be answered.
final class Backlog: Sendable {
  private let count = Atomic(0)

  var isEmpty: Bool { count.load(ordering: .relaxed) == 0 }

  func add() { count.add(1, ordering: .relaxed) }

  func take() { count.subtract(1, ordering: .relaxed) }
}
