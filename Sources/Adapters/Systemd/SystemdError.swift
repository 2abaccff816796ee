import SystemPackage

/// A failure in the communication with systemd.
package struct SystemdError: Error, Equatable {
  /// The kinds of failure; each function documents the kinds that it throws.
  package enum Code: Equatable, Sendable {
    /// The message could not be sent to the service manager's notification socket.
    case notNotified
    /// `WATCHDOG_USEC` or `WATCHDOG_PID` is not a number.
    case watchdogUnreadable
    /// `LISTEN_FDS` or `LISTEN_PID` is not a number, or a descriptor that the manager announced is not open.
    case socketsUnreadable
    /// A descriptor that the manager passed is not a listening Unix stream socket.
    case socketUnsuitable
    /// The user manager is not running, or does not respond.
    case managerAbsent
    /// The user manager rejected a unit.
    case unitRefused
    /// The user manager has no unit of this name.
    case unitUnknown
    /// The user manager accepted a unit, but could not start it.
    case unitNotStarted
    /// The user manager did not report the state of a unit in time.
    case managerSilent
  }

  package var code: Code

  /// The C error number, or 0 if no system call failed.
  package var errno: CInt

  /// The descriptor, variable, message or unit that the failure is about.
  package var subject: String

  /// The reason for the failure, if no system call failed.
  package var reason: String

  package init(_ code: Code, errno: CInt = 0, subject: String, reason: String = "") {
    self.code = code
    self.errno = errno
    self.subject = subject
    self.reason = reason
  }
}

extension SystemdError: CustomStringConvertible {
  package var description: String {
    let what =
      switch code {
      case .notNotified: "cannot notify the service manager of \(subject)"
      case .watchdogUnreadable: "cannot read the watchdog's interval from \(subject)"
      case .socketsUnreadable: "cannot take over sockets from \(subject)"
      case .socketUnsuitable: "\(subject) was passed, but is not a listening Unix stream socket"
      case .managerAbsent: "no user manager listens at \(subject)"
      case .unitRefused: "the user manager refused a unit: \(subject)"
      case .unitUnknown: "the user manager cannot find the unit: \(subject)"
      case .unitNotStarted: "the user manager could not start \(subject)"
      case .managerSilent: "the user manager did not report the state of \(subject)"
      }
    let why = errno == 0 ? reason : "\(Errno(rawValue: errno))"
    return why.isEmpty ? what : "\(what): \(why)"
  }
}
