package import Concurrency
package import Desktop
import Synchronization

/// A notifier without a desktop, which records its calls.
///
/// Tests act as the server and the user.
package final class InMemoryNotifier: Notifier {
  /// A recorded call.
  package enum Call: Equatable, Sendable {
    case prepare
    case show(DesktopNotification)
    case showAgainAfterPress
    case close
    case shutDown
  }

  package let events: AsyncStream<NotifierEvent>
  /// All calls in order.
  package let calls = Recording<Call>()

  private let eventSink: AsyncStream<NotifierEvent>.Continuation
  private let currentAvailability = CurrentAvailability<ServerInformation, NotificationFailureCode>()
  private let contents = Mutex(Contents())

  private struct Contents {
    /// The notification on the screen.
    var shown: DesktopNotification?
    var silence = Silence.off
    /// The value of `silence` at the last question or notification.
    var lastSilence: Silence?
  }

  /// A server that supports actions and a body.
  package static let server = ServerInformation(
    name: "in memory", vendor: "intervald", version: "1", capabilities: ["actions", "body"])

  package init(
    _ availability: Availability<ServerInformation, NotificationFailureCode> = .available(InMemoryNotifier.server)
  ) {
    (events, eventSink) = AsyncStream.makeStream()
    change(availability)
  }

  /// The notification on the screen.
  package var shown: DesktopNotification? {
    contents.withLock { $0.shown }
  }

  /// Changes the availability of the server.
  package func change(_ availability: Availability<ServerInformation, NotificationFailureCode>) {
    guard currentAvailability.update(availability) else { return }
    switch availability {
    case .available(let server): eventSink.yield(.serverAppeared(server))
    case .unavailable(let failure): eventSink.yield(.serverUnavailable(failure))
    }
  }

  /// Switches Do Not Disturb on or off.
  package func set(_ silence: Silence) {
    contents.withLock { $0.silence = silence }
  }

  /// Presses a button.
  package func press(_ key: String) {
    eventSink.yield(.action(key: key))
  }

  /// Closes the notification, as a user does.
  package func dismiss() {
    contents.withLock { $0.shown = nil }
    eventSink.yield(.closed(.dismissed))
  }

  package func prepare() {
    calls.append(.prepare)
  }

  package func show(_ notification: DesktopNotification) {
    contents.withLock { contents in
      contents.shown = notification
      contents.lastSilence = contents.silence
    }
    calls.append(.show(notification))
  }

  package func close() {
    contents.withLock { $0.shown = nil }
    calls.append(.close)
  }

  package func showAgainAfterPress() {
    calls.append(.showAgainAfterPress)
  }

  package var lastSilence: Silence? {
    contents.withLock { $0.lastSilence }
  }

  package func silence(within limit: Duration) async -> Silence? {
    guard case .available = await currentAvailability.value(within: limit) else { return nil }
    return contents.withLock { contents in
      contents.lastSilence = contents.silence
      return contents.silence
    }
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
    contents.withLock { $0.shown = nil }
    calls.append(.shutDown)
    eventSink.finish()
  }
}
