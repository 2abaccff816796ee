import CSystemd
import Concurrency
import Glibc
import SystemPackage
import Text
import UserFiles

/// The notifier that writes to systemd's notification socket; it does nothing if `NOTIFY_SOCKET` is unset.
///
/// It implements the protocol of `sd_notify(3)` on a socket that it holds open. libsystemd opens a socket for each
/// message, so a service without a free descriptor would miss its keep-alive, and the watchdog would end it.
package final class SystemdNotifier: ServiceNotifier {
  private let address: Result<SocketAddress, SystemError>?
  private let descriptor: CInt

  /// - Parameter environment: The variables, of which `NOTIFY_SOCKET` is read.
  package init(environment: [String: String]) {
    address = environment["NOTIFY_SOCKET"].map { text in
      Result { () throws(SystemError) in
        try text.hasPrefix("@") ? SocketAddress(abstractName: String(text.dropFirst())) : SocketAddress(path: text)
      }
    }
    descriptor = address == nil ? -1 : socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Sends the states as one datagram: `sendto(2)`.
  package func notify(_ states: [ServiceState]) throws(SystemdError) {
    // Never false: this blocks while the manager's queue is full.
    _ = try send(states, MSG_NOSIGNAL)
  }

  /// Sends the states as one datagram, unless the manager's queue is full: `sendto(2)`.
  package func tryNotify(_ states: [ServiceState]) throws(SystemdError) -> Bool {
    try send(states, MSG_NOSIGNAL, MSG_DONTWAIT)
  }

  /// Sends the states with these flags.
  ///
  /// - Returns: False if sending would have blocked.
  private func send(_ states: [ServiceState], _ flags: Int...) throws(SystemdError) -> Bool {
    guard let address else { return true }
    let message = states.map(\.assignment).joined(separator: "\n")
    let socketAddress = try SystemError.wrapped(
      in: { SystemdError(.notNotified, errno: $0.errno.rawValue, subject: message) }, address.get())
    let count = unsafe socketAddress.withPointer { address, length in
      // The string outlives the call, and the count is its own.
      unsafe sendto(descriptor, message, message.utf8.count, CInt(flags.reduce(0, |)), address, length)
    }
    if count < 0, errno == EAGAIN { return false }
    guard count >= 0 else { throw SystemdError(.notNotified, errno: errno, subject: message) }
    return true
  }

  /// Reads the watchdog's interval; `nil` if systemd does not watch this process.
  ///
  /// A service sends `keepAlive` at half of it. Wraps `sd_watchdog_enabled(3)`.
  ///
  /// - Throws: `watchdogUnreadable`.
  package static func watchdogInterval() throws(SystemdError) -> Duration? {
    var microseconds: UInt64 = 0
    // The variable outlives the call, which does not store the pointer.
    let result = unsafe sd_watchdog_enabled(0, &microseconds)
    guard result >= 0 else {
      throw SystemdError(.watchdogUnreadable, errno: -result, subject: "WATCHDOG_USEC")
    }
    return result == 0 ? nil : .microseconds(Int64(clamping: microseconds))
  }
}

/// Reports the state of the service to a service manager.
package protocol ServiceNotifier: Sendable {
  /// Sends all of `states` in one message, so that the manager never sees one without the others.
  ///
  /// The call may block on the manager's socket, so it must not run on the thread that delivers cues.
  ///
  /// - Throws: `notNotified`. A missing service manager is not an error.
  func notify(_ states: [ServiceState]) throws(SystemdError)

  /// Sends all of `states` in one message unless that would block.
  ///
  /// - Returns: Whether the message was sent; if not, the caller can send it with `notify`.
  func tryNotify(_ states: [ServiceState]) throws(SystemdError) -> Bool
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
    // 0 disables the watchdog, so the interval is rounded up.
    case .watchdog(let interval): "WATCHDOG_USEC=\(interval?.inMicrosecondsRoundedUp ?? 0)"
    }
  }
}
