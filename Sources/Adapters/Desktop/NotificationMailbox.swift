/// What is still to be done with the notification: all calls since the last look, reduced to their outcome.
struct NotificationMailbox: Equatable, Sendable {
  /// Whether what is shown must be taken away.
  private(set) var closesPresent = false
  /// Whether what comes is put in the place of nothing.
  private(set) var leavesPresent = false
  /// What must be shown after that.
  private(set) var latest: DesktopNotification?

  var isEmpty: Bool {
    self == Self()
  }

  mutating func show(_ notification: DesktopNotification) {
    switch notification.replacement {
    case .inPlace: break
    case .beside: leavesPresent = true
    case .anew: giveUpPresent()
    }
    latest = notification
  }

  mutating func close() {
    giveUpPresent()
    latest = nil
  }

  /// Has what came last taken away; where that is not shown yet, what is on the screen has been left alone already.
  private mutating func giveUpPresent() {
    guard !leavesPresent else { return }
    closesPresent = true
    leavesPresent = true
  }

  /// Empties the mailbox.
  mutating func take() -> Self {
    defer { self = Self() }
    return self
  }
}
