import Synchronization

/// Detects a call that hangs.
///
/// The caller calls `reportHang` with each new request. A timer is not used, because it would wake the process.
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

  /// Marks the end of a call.
  ///
  /// The caller reports the result of the call after `end` returns, so that the result replaces the report of a hang.
  ///
  /// - Returns: Whether the call was hanging.
  @discardableResult package func end() -> Bool {
    start.withLock { start in
      defer { start = nil }
      return isHanging(since: start)
    }
  }

  /// Runs `report` if a call hangs; the call cannot end while `report` runs.
  package func reportHang(_ report: () -> Void) {
    start.withLock { if isHanging(since: $0) { report() } }
  }

  private func isHanging(since start: ContinuousClock.Instant?) -> Bool {
    start.map { .now - $0 > limit } ?? false
  }
}
