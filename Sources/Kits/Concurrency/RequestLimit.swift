import Synchronization

/// A limit on simultaneous requests to an external service, so that they do not accumulate while it hangs.
package final class RequestLimit: Sendable {
  /// The default maximum number of requests.
  package static let defaultMaximum = 8

  private let maximum: Int
  private let count = Atomic(0)

  package init(_ maximum: Int = RequestLimit.defaultMaximum) {
    self.maximum = maximum
  }

  /// Marks the start of a request, if fewer than the maximum are in progress.
  ///
  /// - Returns: Whether the request may start; if so, `end` must be called at its end.
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
