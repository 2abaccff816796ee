package import DesktopNotifications
package import Neighbours
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
  private let board = AvailabilityBoard<ServerInformation, NotificationFailure>()
  private let screen = Mutex<DesktopNotification?>(nil)

  /// A server that can do what intervald wants.
  package static let server = ServerInformation(
    name: "in memory", vendor: "intervald", version: "1", capabilities: ["actions", "body"])

  package init(
    _ availability: Availability<ServerInformation, NotificationFailure> = .available(InMemoryNotifier.server)
  ) {
    (events, eventSink) = AsyncStream.makeStream()
    change(availability)
  }

  /// What is on the screen.
  package var shown: DesktopNotification? {
    screen.withLock { $0 }
  }

  /// Makes the server come or go.
  package func change(_ availability: Availability<ServerInformation, NotificationFailure>) {
    guard board.post(availability) else { return }
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
    screen.withLock { $0 = nil }
    eventSink.yield(.closed(.dismissed))
  }

  package func prepare() {
    calls.append(.prepare)
  }

  package func show(_ notification: DesktopNotification) {
    screen.withLock { $0 = notification }
    calls.append(.show(notification))
  }

  package func close() {
    screen.withLock { $0 = nil }
    calls.append(.close)
  }

  package func availability(
    within limit: Duration
  ) async -> Availability<ServerInformation, NotificationFailure>? {
    await board.current(within: limit)
  }

  package func shutDown(within limit: Duration) async {
    screen.withLock { $0 = nil }
    calls.append(.shutDown)
    eventSink.finish()
  }
}
