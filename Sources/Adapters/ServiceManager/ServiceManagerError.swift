import SystemPackage
import UserFiles

/// What went wrong between the daemon and the system that runs it.
package struct ServiceManagerError: Error, Equatable {
  /// The kinds of failure, of which each call documents those that it throws.
  package enum Code: Equatable, Sendable {
    /// The service manager's notification socket did not take the message.
    case notNotified
    /// `WATCHDOG_USEC` or `WATCHDOG_PID` is no number.
    case watchdogUnreadable
    /// `LISTEN_FDS` or `LISTEN_PID` is no number, or the descriptors are not there.
    case socketsUnreadable
    /// A descriptor that was handed over is no listening Unix stream socket.
    case socketUnsuitable
    /// A bus cannot be reached, or is no more.
    case busUnusable
    /// A message to or from a bus cannot be made or read.
    case messageUnusable
    /// No user manager listens.
    case managerAbsent
    /// The user manager does not take a unit.
    case unitRefused
    /// The user manager has no unit of this name.
    case unitUnknown
    /// The user manager took a unit, and could not start it.
    case unitNotStarted
    /// The user manager does not tell in time what became of a unit.
    case managerSilent
  }

  package var code: Code

  /// The C error number, 0 where no system call failed.
  package var errno: CInt

  /// The path, descriptor or variable that the failure is about.
  package var subject: String

  package init(_ code: Code, errno: CInt = 0, subject: String) {
    self.code = code
    self.errno = errno
    self.subject = subject
  }
}

extension ServiceManagerError: CustomStringConvertible {
  package var description: String {
    let what =
      switch code {
      case .notNotified: "cannot notify the service manager of \(subject)"
      case .watchdogUnreadable: "cannot read the watchdog's interval from \(subject)"
      case .socketsUnreadable: "cannot take over sockets from \(subject)"
      case .socketUnsuitable: "\(subject) was handed over, but is no listening Unix stream socket"
      case .busUnusable: "cannot use the bus at \(subject)"
      case .messageUnusable: "cannot make or read \(subject)"
      case .managerAbsent: "no user manager listens at \(subject)"
      case .unitRefused: "the user manager refused a unit: \(subject)"
      case .unitUnknown: "the user manager knows no such unit: \(subject)"
      case .unitNotStarted: "the user manager could not start \(subject)"
      case .managerSilent: "the user manager does not tell what became of \(subject)"
      }
    return errno == 0 ? what : "\(SystemError(what, Errno(rawValue: errno)))"
  }
}
