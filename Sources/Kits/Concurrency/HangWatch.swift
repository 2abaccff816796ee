import Synchronization

/// Notices a call that hangs, when the next thing is asked for: without a timer, and so without waking anybody.
package final class HangWatch: Sendable {
  private let limit: Duration
  private let began = Mutex<ContinuousClock.Instant?>(nil)

  /// How long a call may take before it counts as hanging.
  package static let patience = Duration.seconds(5)

  package init(limit: Duration = HangWatch.patience) {
    self.limit = limit
  }

  /// Notes that a call begins; one at a time.
  package func begin() {
    began.withLock { $0 = .now }
  }

  /// Notes that the call has ended: what became of it is told after that, so that it is the last news.
  ///
  /// - Returns: whether it hung.
  @discardableResult package func end() -> Bool {
    began.withLock { began in
      defer { began = nil }
      return isHanging(since: began)
    }
  }

  /// Tells of a call that hangs; it does not end meanwhile.
  package func ifHanging(_ tell: () -> Void) {
    began.withLock { if isHanging(since: $0) { tell() } }
  }

  private func isHanging(since began: ContinuousClock.Instant?) -> Bool {
    began.map { .now - $0 > limit } ?? false
  }
}
