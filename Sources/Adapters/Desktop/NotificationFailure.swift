package import Concurrency
import MessageBus
import Text

/// Why notifications cannot be shown.
package typealias NotificationFailure = CodedFailure<NotificationFailureCode>

/// The kinds of `NotificationFailure`.
package enum NotificationFailureCode: FailureCode {
  /// There is no session bus, or it has gone.
  case noSessionBus
  /// Nobody on the bus shows notifications, or can be started to.
  case noServer
  /// The bus could start a server, and it failed.
  case activationFailed
  /// A server is there, and hangs.
  case notResponding
  /// The server answered with an error.
  case refused
  /// The process has no descriptor left for a call.
  case noDescriptor

  package var words: String {
    switch self {
    case .noSessionBus: "no session bus"
    case .noServer: "no notification server"
    case .activationFailed: "the notification server could not be started"
    case .notResponding: "the notification server does not respond"
    case .refused: "the notification server refused"
    case .noDescriptor: "no descriptor is left"
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
