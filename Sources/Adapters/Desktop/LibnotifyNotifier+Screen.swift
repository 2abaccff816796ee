import Concurrency
import MessageBus
import Synchronization

/// What is done on the screen of a server that is there.
extension LibnotifyNotifier {
  func handle(_ requests: NotificationRequests) {
    if requests.closesPresent {
      wanted = nil
      closePresent()
      if left != nil { attemptIfUseful() }
    }
    if requests.leavesPresent { present = nil }
    guard let latest = requests.latest else { return }
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
    // It is tried again at the next cue.
    guard SpareDescriptors.exist else { return report(.unavailable(NotificationFailure(.noDescriptor))) }
    let shown = present ?? makeNotification()
    do {
      let presentation = NotificationPresentation(wanted, desktopEntry: desktopEntry, server: information)
      try waiting { () throws(NotificationFailure) in try shown.show(presentation) }
      present = shown
      remember(wanted.expiry == .never ? shown : nil)
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

  /// Has what an earlier process left on the screen replaced by what is wanted now, or else taken away.
  func takeOverWhatWasLeft() {
    guard let mark = left else { return }
    left = nil
    // Another server, or the same on another bus, may have given the number to somebody else's notification.
    guard let bus, mark.server == serverOwner, mark.bus == bus.identifier, present == nil else { return }
    let shown = makeNotification()
    shown.number = mark.number
    if wanted == nil {
      doomed = shown
    } else {
      present = shown
    }
  }

  /// Remembers what stays on the screen until it is taken away.
  private func remember(_ shown: ShownNotification?) {
    let mark = bus.flatMap { bus in
      shown.map { NotificationMark(number: $0.number, server: serverOwner, bus: bus.identifier) }
    }
    guard mark != remembered else { return }
    remembered = mark
    memory?.keep(mark)
  }

  private func presentClosed(_ reason: CloseReason) {
    guard present != nil else { return }
    present = nil
    wanted = nil
    remember(nil)
    eventSink.yield(.closed(reason))
  }

  func closePresent() {
    guard let shown = present else { return }
    present = nil
    if case .ready = server, SpareDescriptors.exist {
      close(shown)
    } else {
      doomed = shown
    }
  }

  func close(_ shown: ShownNotification) {
    do {
      try waiting { () throws(NotificationFailure) in try shown.close() }
      remember(nil)
    } catch {
      // Whatever else the server says, it shows the notification no longer.
      guard error.code == .notResponding else { return remember(nil) }
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
