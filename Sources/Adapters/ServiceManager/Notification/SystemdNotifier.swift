import CSystemd
import Glibc

/// The notifier that writes to systemd's notification socket, named by `NOTIFY_SOCKET`; silent where that is unset.
///
/// It speaks the protocol of `sd_notify(3)` on a socket that it keeps. libsystemd opens one for each message, so that a
/// service without a descriptor left could give no sign of life, and would be ended by the watchdog.
package final class SystemdNotifier: ServiceNotifier {
  private let address: NotificationAddress?
  private let descriptor: CInt

  /// - Parameter environment: the variables, of which `NOTIFY_SOCKET` is read.
  package init(environment: [String: String]) {
    address = environment["NOTIFY_SOCKET"].map(NotificationAddress.init)
    descriptor = address == nil ? -1 : socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Sends the states as one datagram: `sendto(2)`.
  package func notify(_ states: [ServiceState]) throws(ServiceManagerError) {
    // Never false: this waits where the manager has too many to read.
    _ = try send(states, MSG_NOSIGNAL)
  }

  /// Sends the states as one datagram, unless the manager has too many to read: `sendto(2)`.
  package func notifyAtOnce(_ states: [ServiceState]) throws(ServiceManagerError) -> Bool {
    try send(states, MSG_NOSIGNAL, MSG_DONTWAIT)
  }

  /// - Returns: false where that would have meant to wait.
  private func send(_ states: [ServiceState], _ flags: Int...) throws(ServiceManagerError) -> Bool {
    guard let address else { return true }
    let message = states.map(\.assignment).joined(separator: "\n")
    let count = unsafe address.withSocketAddress { address, length in
      // The string outlives the call, and the count is its own.
      unsafe sendto(
        descriptor, message, message.utf8.count, CInt(flags.reduce(0, |)), address, length)
    }
    guard let count else { throw ServiceManagerError(.notNotified, errno: ENAMETOOLONG, subject: message) }
    if count < 0, errno == EAGAIN { return false }
    guard count >= 0 else { throw ServiceManagerError(.notNotified, errno: errno, subject: message) }
    return true
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
