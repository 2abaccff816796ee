import Synchronization

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
