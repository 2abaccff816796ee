import CSystemd
import Glibc

/// The notifier that writes to systemd's notification socket, named by `NOTIFY_SOCKET`; silent where that is unset.
package struct SystemdNotifier: ServiceNotifier {
  package init() {}

  /// Wraps `sd_notify(3)`.
  package func notify(_ states: [ServiceState]) throws(ServiceManagerError) {
    let message = states.map(\.assignment).joined(separator: "\n")
    // The string outlives the call, which keeps no pointer to it.
    let result = unsafe sd_notify(0, message)
    guard result >= 0 else { throw ServiceManagerError(.notNotified, errno: -result, subject: message) }
  }

  /// Reads how long systemd waits for a sign of life; `nil` where it watches no such thing, or another process.
  ///
  /// Half of it is the interval at which to send one. Wraps `sd_watchdog_enabled(3)`.
  ///
  /// - Throws: `watchdogUnreadable`.
  package static func watchdogInterval() throws(ServiceManagerError) -> Duration? {
    var microseconds: UInt64 = 0
    // The variable outlives the call, which keeps no pointer to it.
    let result = unsafe sd_watchdog_enabled(0, &microseconds)
    guard result >= 0 else {
      throw ServiceManagerError(.watchdogUnreadable, errno: -result, subject: "WATCHDOG_USEC")
    }
    return result == 0 ? nil : .microseconds(Int64(clamping: microseconds))
  }
}
