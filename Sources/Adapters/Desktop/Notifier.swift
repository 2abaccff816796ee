package import Concurrency

/// Shows one notification at a time on the desktop.
///
/// No call but `availability`, `check` and `shutDown` waits, and those no longer than they are told.
package protocol Notifier: Sendable {
  /// What happens to the notification and to its server, for one reader; finished by `shutDown`.
  var events: AsyncStream<NotifierEvent> { get }

  /// Looks for a server, starting one if the bus knows how, and asks one that is there whether it still answers: called
  /// when a workout begins.
  func prepare()

  /// Shows a notification, now or as soon as there is a server; of several not yet shown the latest wins.
  func show(_ notification: DesktopNotification)

  /// Takes away what is shown or still to be shown.
  func close()

  /// Says whether there is a server, waiting for a search under way; nil if it is not known within the limit.
  func availability(within limit: Duration) async -> Availability<ServerInformation, NotificationFailure>?

  /// Asks the server that is there who it is, and shows nothing.
  ///
  /// Where none is known it looks for one, as `prepare` does. It is nil if there is no answer within the limit.
  func check(within limit: Duration) async -> Availability<ServerInformation, NotificationFailure>?

  /// Takes away what is shown and gives everything back, or up after the limit; nothing may be called after it.
  func shutDown(within limit: Duration) async
}
