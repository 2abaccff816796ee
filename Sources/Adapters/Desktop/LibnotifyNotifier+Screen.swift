import Concurrency
import MessageBus

/// The notification on the screen.
extension LibnotifyNotifier {
  func handle(_ requests: NotificationRequests) {
    if requests.attempts { attempt() }
    if requests.checks { check() }
    querySilence(for: requests.silenceCallers)
    if requests.closesPresent {
      requested = nil
      closePresent()
      if leftover != nil { attemptIfUseful() }
    }
    guard let latest = requests.latest else {
      if requests.showsAgainAfterPress, isPressed { showRequested() }
      return
    }
    requested = latest
    showRequested()
    guard requested != nil else { return }
    if bus == nil || lastAttempt.map({ .now - $0 >= attemptInterval }) ?? true { attemptIfUseful() }
  }

  /// Connects to the bus if it is not connected, or makes the bus start a server if the server is not running.
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
    // If no descriptor is free, the next cue tries again.
    guard SpareDescriptors.exist else { return report(.unavailable(NotificationFailure(.noDescriptor))) }
    let presentation = NotificationPresentation(
      requested, desktopEntry: desktopEntry, server: information, isSilenced: isSilenced)
    if let present, !information.ignoresClosing,
      requested.closesPrevious || mustReplace(present, by: presentation, on: information)
    {
      replacePresent()
      // If the server hangs, the notification is shown as soon as the server answers again.
      guard case .ready = server else { return }
    }
    let shown = present ?? makeNotification()
    do {
      try waiting { () throws(NotificationFailure) in try shown.show(presentation) }
      present = shown
      isPressed = false
      save(requested.expiry == .never ? shown : nil)
      if requested.expiry != .never { self.requested = nil }
      report(.available(information))
      refreshSilence()
    } catch {
      switch error.code {
      case .notResponding:
        serverFailed(error)
      case .refused where present != nil:
        // The server may have forgotten the number of the old notification. Therefore, a new notification is shown.
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
        self?.assumeIsolated { notifier in
          if number == notifier.notificationCount { notifier.isPressed = true }
          notifier.eventSink.yield(.action(key: key))
        }
      },
      closed: { [weak self, number = notificationCount] reason in
        self?.assumeIsolated { if number == $0.notificationCount { $0.presentClosed(reason) } }
      })
  }

  /// The maximum number of earlier notifications whose buttons still have an effect.
  private static let maxReplaced = 4

  /// Whether a notification must be closed and shown as a new one, instead of being updated.
  ///
  /// After a press, some servers remove the notification, and an update might arrive just before. LXQt does not update
  /// the buttons. On GNOME Shell up to version 45, Xfce and MATE, an update can be invisible or incomplete.
  private func mustReplace(
    _ shown: ShownNotification, by presentation: NotificationPresentation, on server: ServerInformation
  ) -> Bool {
    isPressed || shown.actions != presentation.actions
      || (server.updatesIncompletely && !presentation.actions.isEmpty)
  }

  /// Handles the notification that an earlier process left on the screen.
  ///
  /// The requested notification replaces the old notification. If no notification is requested, the old one is closed.
  func replaceLeftover() {
    guard let leftover else { return }
    self.leftover = nil
    // On another server or another bus, the same number may belong to a notification of another program.
    guard let bus, leftover.server == serverOwner, leftover.bus == bus.identifier, present == nil else { return }
    let shown = makeNotification()
    shown.number = leftover.number
    if requested == nil {
      pendingClose = shown
    } else {
      present = shown
    }
  }

  /// Saves the notification that this or a later process must close; nil if no notification must be closed.
  private func save(_ shown: ShownNotification?) {
    let notification = bus.flatMap { bus in
      shown.map { SavedNotification(number: $0.number, server: serverOwner, bus: bus.identifier) }
    }
    guard notification != saved else { return }
    saved = notification
    store?.save(notification)
  }

  /// Handles the server's report that the notification on the screen disappeared.
  private func presentClosed(_ reason: CloseReason) {
    guard present != nil else { return }
    present = nil
    save(nil)
    // The answer to the press shows another notification.
    guard !isPressed else { return }
    requested = nil
    eventSink.yield(.closed(reason))
  }

  /// Closes the notification on the screen, because a new notification follows.
  ///
  /// If the workout continues, the buttons of the earlier notifications still have an effect.
  private func replacePresent() {
    // Only notifications of a running workout are saved, so an unsaved one is a summary.
    let isSummary = saved == nil
    let earlier = (present.map { [$0] } ?? []) + replaced.prefix(Self.maxReplaced - 1)
    closePresent()
    if !isSummary { replaced = earlier }
  }

  /// Closes the notification on the screen: at once if the server is ready, otherwise as soon as the server answers.
  func closePresent() {
    let shown = present
    (present, replaced, isPressed) = (nil, [], false)
    guard let shown else { return }
    if case .ready = server, SpareDescriptors.exist {
      close(shown)
    } else {
      pendingClose = shown
    }
  }

  func close(_ shown: ShownNotification) {
    let closesByExpiring = if case .ready(let information) = server { information.ignoresClosing } else { false }
    do {
      try waiting { () throws(NotificationFailure) in try closesByExpiring ? shown.expire() : shown.close() }
      save(nil)
    } catch {
      // An error other than `notResponding` means that the server no longer shows the notification.
      guard error.code == .notResponding else { return save(nil) }
      pendingClose = shown
      serverFailed(error)
    }
  }

  /// Forgets the notifications of a lost server, and its state of Do Not Disturb.
  func forgetScreen() {
    query += 1
    (lastSilence, lastSilenceQuestion) = (nil, nil)
    (present, replaced, isPressed) = (nil, [], false)
    pendingClose = nil
  }
}
