import Neighbours

/// Why notifications cannot be shown.
package struct NotificationFailure: NeighbourFailure, CustomStringConvertible {
  package enum Code: Equatable, Sendable {
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
  }

  package var code: Code
  /// The bus's own words, or none.
  package var context: String

  package init(_ code: Code, context: String = "") {
    self.code = code
    self.context = context
  }

  package var description: String {
    let words =
      switch code {
      case .noSessionBus: "no session bus"
      case .noServer: "no notification server"
      case .activationFailed: "the notification server could not be started"
      case .notResponding: "the notification server does not respond"
      case .refused: "the notification server refused"
      }
    return context.isEmpty ? words : "\(words): \(context)"
  }
}
