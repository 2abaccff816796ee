import Concurrency
import MessageBus

/// The notification on the screen.
extension LibnotifyNotifier {
  func handle(_ requests: NotificationRequests) {
    if requests.attempts { attempt() }
    if requests.checks { check() }
    if requests.closesPresent {
      requested = nil
      closePresent()
      if leftover != nil { attemptIfUseful() }
    }
    if requests.leavesPresent { present = nil }
    guard let latest = requests.latest else { return }
    requested = latest
    showRequested()
    if requested != nil, lastAttempt.map({ .now - $0 >= attemptInterval }) ?? true { attemptIfUseful() }
  }

  /// Makes an attempt, if only an attempt can change the state.
  private func attemptIfUseful() {
    switch server {
    case .unknown where bus == nil: attempt()
    case .absent: attempt()
    default: break
    }
  }

  /// Shows the requested notification, if the server is ready.
  func showRequested() {
    guard let requested, case .ready(let information) = server else { return }
    // The next cue tries again.
    guard SpareDescriptors.exist else { return report(.unavailable(NotificationFailure(.noDescriptor))) }
    let shown = present ?? makeNotification()
    do {
      let presentation = NotificationPresentation(requested, desktopEntry: desktopEntry, server: information)
      try waiting { () throws(NotificationFailure) in try shown.show(presentation) }
      present = shown
      save(requested.expiry == .never ? shown : nil)
      if requested.expiry != .never { self.requested = nil }
      report(.available(information))
    } catch {
      switch error.code {
      case .notResponding:
        serverFailed(error)
      case .refused where present != nil:
        // A server may reject the number of a notification that it no longer knows.
        present = nil
        showRequested()
      default:
        present = nil
        report(.unavailable(error))
      }
    }
  }

  private func makeNotification() -> ShownNotification {
    notificationCount += 1
    return ShownNotification(
      pressed: { [weak self, number = notificationCount] key in
        self?.assumeIsolated { if number == $0.notificationCount { $0.eventSink.yield(.action(key: key)) } }
      },
      closed: { [weak self, number = notificationCount] reason in
        self?.assumeIsolated { if number == $0.notificationCount { $0.presentClosed(reason) } }
      })
  }

  /// Replaces the notification that an earlier process left by the requested one, or closes it.
  func replaceLeftover() {
    guard let leftover else { return }
    self.leftover = nil
    // Another server, or the same on another bus, may have given the number to another program's notification.
    guard let bus, leftover.server == serverOwner, leftover.bus == bus.identifier, present == nil else { return }
    let shown = makeNotification()
    shown.number = leftover.number
    if requested == nil {
      pendingClose = shown
    } else {
      present = shown
    }
  }

  /// Saves the notification on the screen, or nil if the server removes it without a call.
  private func save(_ shown: ShownNotification?) {
    let notification = bus.flatMap { bus in
      shown.map { SavedNotification(number: $0.number, server: serverOwner, bus: bus.identifier) }
    }
    guard notification != saved else { return }
    saved = notification
    store?.save(notification)
  }

  /// Handles the report that the notification on the screen disappeared.
  private func presentClosed(_ reason: CloseReason) {
    guard present != nil else { return }
    present = nil
    requested = nil
    save(nil)
    eventSink.yield(.closed(reason))
  }

  /// Closes the notification on the screen, as soon as the server answers.
  func closePresent() {
    guard let shown = present else { return }
    present = nil
    if case .ready = server, SpareDescriptors.exist {
      close(shown)
    } else {
      pendingClose = shown
    }
  }

  func close(_ shown: ShownNotification) {
    do {
      try waiting { () throws(NotificationFailure) in try shown.close() }
      save(nil)
    } catch {
      // With any other error, the server no longer shows the notification.
      guard error.code == .notResponding else { return save(nil) }
      pendingClose = shown
      serverFailed(error)
    }
  }

  /// Forgets the notifications of a server that is lost.
  func forgetScreen() {
    query += 1
    present = nil
    pendingClose = nil
  }
}

/// The requests that wait for the thread of a notifier: the combined effect of all calls since the last delivery.
struct NotificationRequests: MailboxContents, Equatable {
  /// Whether an attempt must be made before the other requests.
  private(set) var attempts = false
  /// Whether the server must be checked.
  private(set) var checks = false
  /// Whether the notification on the screen must be closed.
  private(set) var closesPresent = false
  /// Whether the next notification is shown beside the one on the screen, instead of replacing it.
  private(set) var leavesPresent = false
  /// The notification to show after that.
  private(set) var latest: DesktopNotification?

  mutating func attempt() { attempts = true }

  mutating func check() { checks = true }

  mutating func show(_ notification: DesktopNotification) {
    switch notification.replacement {
    case .inPlace: break
    case .beside: leavesPresent = true
    case .afterClosing: abandonPresent()
    }
    latest = notification
  }

  mutating func close() {
    abandonPresent()
    latest = nil
  }

  /// Closes the latest notification; if it has not been shown, the one on the screen stays unchanged.
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
