import Text

/// One thing that a service tells its manager.
package enum ServiceState: Hashable, Sendable {
  /// Starting, or reloading, is complete.
  case ready
  /// The settings are being read again; `ready` follows.
  case reloading
  /// The service is ending.
  case stopping
  /// A sentence for `systemctl status`; control characters are escaped, and what exceeds 256 characters is cut.
  case status(String)
  /// The sign of life that restarts the watchdog's interval.
  case keepAlive
  /// The watchdog's interval from now on, rounded up to a microsecond; `nil` switches the watchdog off.
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

  /// The microseconds of an interval, rounded up, since 0 would switch the watchdog off.
  private static func microseconds(_ interval: Duration) -> Int64 {
    let (seconds, attoseconds) = interval.components
    return seconds * 1_000_000 + (attoseconds + 999_999_999_999) / 1_000_000_000_000
  }
}
