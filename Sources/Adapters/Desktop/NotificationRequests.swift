import Concurrency

/// The requests that wait for the thread of a notifier: all calls since the last delivery, reduced to their result.
struct NotificationRequests: MailboxContents, Equatable {
  /// Whether the present notification must be closed.
  private(set) var closesPresent = false
  /// Whether the next notification does not replace the present one.
  private(set) var leavesPresent = false
  /// The notification to show after that.
  private(set) var latest: DesktopNotification?

  mutating func show(_ notification: DesktopNotification) {
    switch notification.replacement {
    case .inPlace: break
    case .beside: leavesPresent = true
    case .anew: abandonPresent()
    }
    latest = notification
  }

  mutating func close() {
    abandonPresent()
    latest = nil
  }

  /// Closes the last notification; if it has not been shown, the one on the screen is left as it is.
  private mutating func abandonPresent() {
    guard !leavesPresent else { return }
    closesPresent = true
    leavesPresent = true
  }

  mutating func next() -> Self? {
    guard self != Self() else { return nil }
    defer { self = Self() }
    return self
  }
}
