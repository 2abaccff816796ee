import Neighbours
import Synchronization

/// What is done on the screen of a server that is there.
extension LibnotifyNotifier {
  func emptyMailbox() {
    let wish = mailbox.withLock { $0.take() }
    if wish.closesPresent {
      wanted = nil
      closePresent()
    }
    if wish.leavesPresent { present = nil }
    guard let latest = wish.latest else { return }
    wanted = latest
    showWanted()
    if wanted != nil, lastAttempt.map({ .now - $0 >= attemptInterval }) ?? true { attemptIfUseful() }
  }

  /// Attempts what only an attempt can change.
  private func attemptIfUseful() {
    switch server {
    case .unknown where bus == nil: attempt()
    case .absent: attempt()
    default: break
    }
  }

  func showWanted() {
    guard let wanted, case .ready(let information) = server else { return }
    let shown = present ?? makeNotification()
    do {
      try shown.show(NotificationPresentation(wanted, desktopEntry: desktopEntry, server: information))
      present = shown
      if wanted.expiry != .never { self.wanted = nil }
      report(.available(information))
    } catch {
      switch error.code {
      case .notResponding:
        serverFailed(error)
      case .refused where present != nil:
        // A server may refuse the number of a notification that it has forgotten.
        present = nil
        showWanted()
      default:
        present = nil
        report(.unavailable(error))
      }
    }
  }

  private func makeNotification() -> ShownNotification {
    made += 1
    return ShownNotification(
      pressed: { [weak self, made] key in
        self?.assumeIsolated { if made == $0.made { $0.eventSink.yield(.action(key: key)) } }
      },
      closed: { [weak self, made] reason in
        self?.assumeIsolated { if made == $0.made { $0.presentClosed(reason) } }
      })
  }

  private func presentClosed(_ reason: CloseReason) {
    guard present != nil else { return }
    present = nil
    wanted = nil
    eventSink.yield(.closed(reason))
  }

  func closePresent() {
    guard let shown = present else { return }
    present = nil
    if case .ready = server {
      close(shown)
    } else {
      doomed = shown
    }
  }

  func close(_ shown: ShownNotification) {
    do {
      try shown.close()
    } catch {
      // Whatever else the server says, it shows the notification no longer.
      guard error.code == .notResponding else { return }
      doomed = shown
      serverFailed(error)
    }
  }

  /// Lets go of what a server showed that has gone.
  func forgetScreen() {
    question += 1
    present = nil
    doomed = nil
  }
}
