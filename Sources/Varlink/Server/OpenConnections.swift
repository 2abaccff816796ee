internal import Synchronization

/// The count of connections that are open, up to a limit.
final class OpenConnections: Sendable {
  private let limit: Int
  private let count = Mutex(0)

  init(limit: Int) {
    self.limit = limit
  }

  /// Counts one more; false, and not counted, where that would be too many.
  func enter() -> Bool {
    count.withLock { count in
      guard count < limit else { return false }
      count += 1
      return true
    }
  }

  /// Counts one less.
  func leave() {
    count.withLock { $0 -= 1 }
  }
}
