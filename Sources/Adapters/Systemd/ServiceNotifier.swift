import Text

/// Reports the state of the service to a service manager.
package protocol ServiceNotifier: Sendable {
  /// Sends all of `states` in one message, so that the manager never sees one without the others.
  ///
  /// The call may block on the manager's socket, so it must not run on a thread that keeps time.
  ///
  /// - Throws: `notNotified`. A missing service manager is not an error.
  func notify(_ states: [ServiceState]) throws(SystemdError)

  /// Sends all of `states` in one message unless that would block.
  ///
  /// - Returns: Whether the message was sent; false also if it is better left to `notify`.
  func tryNotify(_ states: [ServiceState]) throws(SystemdError) -> Bool
}

extension ServiceNotifier {
  /// Sends all of `states` in one message, so that the manager never sees one without the others.
  ///
  /// - Throws: `notNotified`. A missing service manager is not an error.
  package func notify(_ states: ServiceState...) throws(SystemdError) {
    try notify(states)
  }
}

/// A state that a service reports to its manager.
package enum ServiceState: Hashable, Sendable {
  /// Starting or reloading is complete.
  case ready
  /// The settings are being reloaded; `ready` follows.
  case reloading
  /// The service is shutting down.
  case stopping
  /// A sentence for `systemctl status`; control characters are escaped, and text beyond 256 characters is cut.
  case status(String)
  /// Restarts the watchdog's interval.
  case keepAlive
  /// The watchdog's interval from now on, rounded up to a microsecond; `nil` disables the watchdog.
  case watchdog(Duration?)

  /// The line of the protocol in `sd_notify(3)`.
  package var assignment: String {
    switch self {
    case .ready: "READY=1"
    case .reloading: "RELOADING=1"
    case .stopping: "STOPPING=1"
    case .status(let sentence): "STATUS=\(sentence.escapedToOneLine(limit: 256))"
    case .keepAlive: "WATCHDOG=1"
    case .watchdog(let interval): "WATCHDOG_USEC=\(interval.map(Self.microseconds) ?? 0)"
    }
  }

  /// The interval in microseconds, rounded up, because 0 would disable the watchdog.
  private static func microseconds(_ interval: Duration) -> Int64 {
    let (seconds, attoseconds) = interval.components
    return seconds * 1_000_000 + (attoseconds + 999_999_999_999) / 1_000_000_000_000
  }
}
