package import Logging

/// An event that the catalog of the journal explains, with its causes and the ways to fix them.
///
/// The raw value is the event's MESSAGE_ID in systemd.journal-fields(7). The texts are in systemd/intervald.catalog.
package enum CatalogEntry: String, CaseIterable, Sendable {
  /// The daemon did not start.
  case startFailed = "0fdd8f3e65a949c1a71d247130d11392"
  /// The workout and the history are not saved to disk.
  case stateNotSaved = "9f1de1f9e26d4454b8d060cd135c9442"
  /// A workout, or its position, is lost at a restart of the daemon.
  case workoutLost = "5f316ba25ea4431bb21285b94b0a0fa6"
  /// Notifications are not shown.
  case notificationsNotShown = "96ed6e3259154bec90a3e7120b8c6fb7"
  /// Cues are not heard.
  case cuesNotHeard = "407d1d9fae1f4225971cbecd3a96cb68"

  /// The metadata of each log record of this event.
  ///
  /// The destination `standardError` omits this metadata.
  package var metadata: Logger.Metadata { [Self.key: "\(rawValue)"] }

  /// The key of the metadata.
  static let key = "message-id"
}
