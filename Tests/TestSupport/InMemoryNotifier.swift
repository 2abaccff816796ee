package import Concurrency
package import Desktop
import Synchronization

/// A notifier without a desktop, that remembers what it was told; a test plays the server and the person.
package final class InMemoryNotifier: Notifier {
  /// What was asked of it.
  package enum Call: Equatable, Sendable {
    case prepare
    case show(DesktopNotification)
    case close
    case shutDown
  }

  package let events: AsyncStream<NotifierEvent>
  /// What was asked, in order.
  package let calls = Recording<Call>()

  private let eventSink: AsyncStream<NotifierEvent>.Continuation
  private let currentAvailability = CurrentAvailability<ServerInformation, NotificationFailureCode>()
  private let contents = Mutex(Contents())

  private struct Contents {
    /// What is on the screen, oldest first.
    var screen: [DesktopNotification] = []
    /// Whether the last of them is there to be replaced or closed.
    var hasPresent = false

    /// Takes away what was shown last, if it is still there.
    mutating func removePresent() {
      if hasPresent { screen.removeLast() }
      hasPresent = false
    }
  }

  /// A server that can do what intervald wants.
  package static let server = ServerInformation(
    name: "in memory", vendor: "intervald", version: "1", capabilities: ["actions", "body"])

  package init(
    _ availability: Availability<ServerInformation, NotificationFailureCode> = .available(InMemoryNotifier.server)
  ) {
    (events, eventSink) = AsyncStream.makeStream()
    change(availability)
  }

  /// What is on the screen, oldest first.
  package var screen: [DesktopNotification] {
    contents.withLock { $0.screen }
  }

  /// What was shown last, if it is still on the screen.
  package var shown: DesktopNotification? {
    contents.withLock { $0.hasPresent ? $0.screen.last : nil }
  }

  /// Makes the server come or go.
  package func change(_ availability: Availability<ServerInformation, NotificationFailureCode>) {
    guard currentAvailability.update(availability) else { return }
    switch availability {
    case .available(let server): eventSink.yield(.serverAppeared(server))
    case .unavailable(let failure): eventSink.yield(.serverUnavailable(failure))
    }
  }

  /// Presses a button.
  package func press(_ key: String) {
    eventSink.yield(.action(key: key))
  }

  /// Takes the notification off the screen.
  package func dismiss() {
    contents.withLock { $0.removePresent() }
    eventSink.yield(.closed(.dismissed))
  }

  package func prepare() {
    calls.append(.prepare)
  }

  package func show(_ notification: DesktopNotification) {
    contents.withLock { contents in
      if notification.replacement != .beside { contents.removePresent() }
      contents.screen.append(notification)
      contents.hasPresent = true
    }
    calls.append(.show(notification))
  }

  package func close() {
    contents.withLock { $0.removePresent() }
    calls.append(.close)
  }

  package func availability(
    within limit: Duration
  ) async -> Availability<ServerInformation, NotificationFailureCode>? {
    await currentAvailability.value(within: limit)
  }

  package func check(
    within limit: Duration
  ) async -> Availability<ServerInformation, NotificationFailureCode>? {
    await currentAvailability.value(within: limit)
  }

  package func shutDown(within limit: Duration) async {
    contents.withLock { $0.removePresent() }
    calls.append(.shutDown)
    eventSink.finish()
  }
}
