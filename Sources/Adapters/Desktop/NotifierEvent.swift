/// What happened to the notification shown, or to its server.
package enum NotifierEvent: Equatable, Sendable {
  /// The button with this key was pressed.
  case action(key: String)
  /// It went, and not because `Notifier.close` was called.
  case closed(CloseReason)
  case serverAppeared(ServerInformation)
  /// Told once until the server appears, or is unavailable for another reason.
  case serverUnavailable(NotificationFailure)
}
