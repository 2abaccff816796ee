import CSystemd
import Concurrency
import Glibc
import SystemPackage
import Text
import UserFiles

/// A notifier that writes to systemd's notification socket; it does nothing if `NOTIFY_SOCKET` is unset.
///
/// The notifier implements the protocol of `sd_notify(3)` on a socket that stays open. libsystemd, in contrast, opens a
/// socket for each message. With libsystemd, a service without a free descriptor could send no keep-alive, and systemd
/// would end the service.
package final class SystemdNotifier: ServiceNotifier {
  private let address: Result<SocketAddress, SystemError>?
  private let descriptor: CInt

  /// - Parameter environment: The environment variables; only `NOTIFY_SOCKET` is read.
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
    // The result is always true, because `send` blocks while the manager's queue is full.
    _ = try send(states, MSG_NOSIGNAL)
  }

  /// Sends the states as one datagram, unless the manager's queue is full: `sendto(2)`.
  package func tryNotify(_ states: [ServiceState]) throws(SystemdError) -> Bool {
    try send(states, MSG_NOSIGNAL, MSG_DONTWAIT)
  }

  /// Sends the states with the given flags of `sendto(2)`.
  ///
  /// - Returns: False if `MSG_DONTWAIT` is set and the manager's queue is full.
  private func send(_ states: [ServiceState], _ flags: Int...) throws(SystemdError) -> Bool {
    guard let address else { return true }
    let message = states.map(\.assignment).joined(separator: "\n")
    let socketAddress = try SystemError.wrapped(
      in: { SystemdError(.notNotified, errno: $0.errno.rawValue, subject: message) }, address.get())
    let count = unsafe socketAddress.withPointer { address, length in
      // `message` outlives the call, and the count is the length of `message`.
      unsafe sendto(descriptor, message, message.utf8.count, CInt(flags.reduce(0, |)), address, length)
    }
    if count < 0, errno == EAGAIN { return false }
    guard count >= 0 else { throw SystemdError(.notNotified, errno: errno, subject: message) }
    return true
  }

  /// Reads the watchdog's interval; `nil` if systemd does not watch this process.
  ///
  /// A service sends `keepAlive` after each half of the interval. Wraps `sd_watchdog_enabled(3)`.
  ///
  /// - Throws: `watchdogUnreadable`.
  package static func watchdogInterval() throws(SystemdError) -> Duration? {
    var microseconds: UInt64 = 0
    // `microseconds` outlives the call, and the function does not store the pointer.
    let result = unsafe sd_watchdog_enabled(0, &microseconds)
    guard result >= 0 else {
      throw SystemdError(.watchdogUnreadable, errno: -result, subject: "WATCHDOG_USEC")
    }
    return result == 0 ? nil : .microseconds(Int64(clamping: microseconds))
  }
}

/// Reports the state of the service to a service manager.
package protocol ServiceNotifier: Sendable {
  /// Sends all states in one message, so that the manager receives all of them at once.
  ///
  /// The function may block on the manager's socket, so it must not be called on the thread that delivers cues.
  ///
  /// - Throws: `notNotified` if the message cannot be sent. A missing service manager is not an error.
  func notify(_ states: [ServiceState]) throws(SystemdError)

  /// Sends all states in one message, unless the manager's queue is full.
  ///
  /// - Returns: Whether the message was sent. If not, the caller can send the message with `notify`.
  func tryNotify(_ states: [ServiceState]) throws(SystemdError) -> Bool
}

/// A state that a service reports to its manager.
package enum ServiceState: Equatable, Sendable {
  /// Starting or reloading is complete.
  case ready
  /// The settings are being reloaded; `ready` follows.
  case reloading
  /// The service is shutting down.
  case stopping
  /// A sentence that `systemctl status` shows.
  ///
  /// Control characters are escaped, and the sentence is cut to 256 characters.
  case status(String)
  /// Restarts the watchdog's interval.
  case keepAlive
  /// Sets the watchdog's interval, rounded up to a microsecond; `nil` disables the watchdog.
  case watchdog(Duration?)

  /// The text that reports this state in the protocol of `sd_notify(3)`, such as `READY=1`.
  package var assignment: String {
    switch self {
    case .ready: "READY=1"
    case .reloading: "RELOADING=1"
    case .stopping: "STOPPING=1"
    case .status(let sentence): "STATUS=\(sentence.escapedToOneLine(limit: 256))"
    case .keepAlive: "WATCHDOG=1"
    // The interval is rounded up, because 0 would disable the watchdog.
    case .watchdog(let interval): "WATCHDOG_USEC=\(interval?.inMicrosecondsRoundedUp ?? 0)"
    }
  }
}
