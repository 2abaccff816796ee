import Synchronization

/// Limit on simultaneous requests to an external service, so that requests do not accumulate while the service hangs.
package final class RequestLimit: Sendable {
  /// The default maximum number of requests.
  package static let defaultMaximum = 8

  private let maximum: Int
  private let count = Atomic(0)

  package init(_ maximum: Int = RequestLimit.defaultMaximum) {
    self.maximum = maximum
  }

  /// Marks the start of a request if fewer requests than the maximum are in progress.
  ///
  /// - Returns: Whether the request may start. If it may, the caller must call `end` when the request ends.
  package func begin() -> Bool {
    guard count.add(1, ordering: .relaxed).newValue <= maximum else {
      end()
      return false
    }
    return true
  }

  /// Marks the end of a request.
  package func end() {
    count.subtract(1, ordering: .relaxed)
  }
}
