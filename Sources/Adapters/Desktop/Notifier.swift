package import Concurrency
import MessageBus
import Text

/// Shows one notification at a time on the desktop.
///
/// Only `availability`, `check`, `silence` and `shutDown` wait, each up to its time limit.
package protocol Notifier: Sendable {
  /// A stream of events about the notification and its server; `shutDown` ends the stream.
  ///
  /// Only one reader may use the stream.
  var events: AsyncStream<NotifierEvent> { get }

  /// Prepares for a workout: searches for a server, or checks that the known server still answers.
  ///
  /// If no server is running, the bus starts a server if it can.
  func prepare()

  /// Shows a notification, now or as soon as a server appears.
  ///
  /// If several notifications wait to be shown, only the latest is shown.
  func show(_ notification: DesktopNotification)

  /// Closes the notification on the screen, and discards a notification that waits to be shown.
  func close()

  /// Shows the notification again if one of its buttons was pressed and no call of `show` or `close` has followed.
  ///
  /// Some servers remove a notification when one of its buttons is pressed.
  func showAgainAfterPress()

  /// Returns whether a server is available; nil if this is still unknown when the limit has passed.
  ///
  /// If a search for a server is in progress, waits for the result of the search.
  func availability(within limit: Duration) async -> Availability<ServerInformation, NotificationFailureCode>?

  /// Asks the server for its identity, without showing anything; nil if the server does not respond within the limit.
  ///
  /// If no server is known, this function searches for a server, as `prepare` does.
  func check(within limit: Duration) async -> Availability<ServerInformation, NotificationFailureCode>?

  /// The notifications that Do Not Disturb hid when the server last answered; nil if this is unknown.
  ///
  /// The server is asked when a notification is shown, and by `silence(within:)`. Reading the answer never waits.
  var lastSilence: Silence? { get }

  /// Asks which notifications Do Not Disturb hides; nil if this is unknown, or still unknown after the limit.
  func silence(within limit: Duration) async -> Silence?

  /// Closes the notification and the connection, or abandons both after the limit.
  ///
  /// No method may be called afterwards.
  func shutDown(within limit: Duration) async
}

/// The notifications that Do Not Disturb hides.
package enum Silence: Equatable, Sendable {
  /// Do Not Disturb is off.
  case off
  /// Notifications of critical urgency are shown.
  case exceptCritical
  case complete

  /// Returns whether notifications of an urgency are hidden.
  package func hides(_ urgency: DesktopNotification.Urgency) -> Bool {
    switch self {
    case .off: false
    case .exceptCritical: urgency != .critical
    case .complete: true
    }
  }
}

/// A change of the notification or its server.
package enum NotifierEvent: Equatable, Sendable {
  /// The button with this key was pressed on the notification, or on an earlier notification that it replaced.
  case action(key: String)
  /// The notification disappeared without a call of `Notifier.close` and without a press of a button.
  case closed(CloseReason)
  case serverAppeared(ServerInformation)
  /// No notification can be shown.
  ///
  /// The event is repeated only if the reason changes, or if a server has appeared in the meantime.
  case serverUnavailable(NotificationFailure)
}

/// The reason why a notification disappeared, with the numbers of the Desktop Notifications Specification.
package enum CloseReason: Int32, Equatable, Sendable {
  case expired = 1
  case dismissed = 2
  case closedByCall = 3
  case undefined = 4

  /// Creates a reason; a number that the specification does not define becomes `undefined`.
  package init(code: Int32) {
    self = Self(rawValue: code) ?? .undefined
  }
}

/// The reason why notifications cannot be shown.
package typealias NotificationFailure = CodedFailure<NotificationFailureCode>

/// The kinds of `NotificationFailure`.
package enum NotificationFailureCode: FailureCode {
  /// The session bus is missing, or the connection to the bus was lost.
  case noSessionBus
  /// No program on the bus shows notifications, and the bus cannot start one.
  case noServer
  /// The bus failed to start a server.
  case activationFailed
  /// The server hangs.
  case notResponding
  /// The server answered with an error.
  case refused
  /// The process has no free descriptor for a call.
  case noDescriptor

  package var words: String {
    switch self {
    case .noSessionBus: "no session bus"
    case .noServer: "no notification server"
    case .activationFailed: "the notification server could not be started"
    case .notResponding: "the notification server does not respond"
    case .refused: "the notification server refused"
    case .noDescriptor: "no file descriptor is free"
    }
  }
}

extension CodedFailure<NotificationFailureCode> {
  /// Converts a failure of the bus or the notification server.
  init(_ error: BusError) {
    let code: NotificationFailureCode =
      switch error.code {
      case .busUnusable: .noSessionBus
      case .notResponding: .notResponding
      case .noService: .noServer
      case .refused: .refused
      case .noDescriptor: .noDescriptor
      }
    self.init(code, context: error.reason.preparedForDisplay(keepingLines: false, limit: 200))
  }
}

/// Saves which notification is on the screen, so that the next process can replace or close the notification.
package protocol NotificationStore: Sendable {
  /// The notification that an earlier process left on the screen; nil if it left none.
  var saved: SavedNotification? { get }

  /// Saves the notification that is on the screen; nil means an empty screen.
  ///
  /// The function may be called on any thread, and must not block for long.
  func save(_ notification: SavedNotification?)
}

/// The identity of a notification in a desktop session.
package struct SavedNotification: Equatable, Codable, Sendable {
  /// The number that the server gave to the notification.
  package var number: Int32
  /// The unique name of the server on the bus.
  package var server: String
  /// The identifier of the bus, which is necessary because another bus may use the same unique names.
  package var bus: String

  package init(number: Int32, server: String, bus: String) {
    self.number = number
    self.server = server
    self.bus = bus
  }
}
