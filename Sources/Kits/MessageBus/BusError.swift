import SystemPackage

/// A failure of a message bus.
package struct BusError: Error, Equatable {
  /// The kinds of failure; each function documents those that it throws.
  package enum Code: Equatable, Sendable {
    /// A bus cannot be reached, or has closed the connection.
    case busUnusable
    /// A message to or from a bus cannot be made or read.
    case messageUnusable
  }

  package var code: Code

  /// The C error number, or 0 if no system call failed.
  package var errno: CInt

  /// The address or message that the failure is about.
  package var subject: String

  package init(_ code: Code, errno: CInt = 0, subject: String) {
    self.code = code
    self.errno = errno
    self.subject = subject
  }
}

extension BusError: CustomStringConvertible {
  package var description: String {
    let what =
      switch code {
      case .busUnusable: "cannot use the bus at \(subject)"
      case .messageUnusable: "cannot make or read \(subject)"
      }
    return errno == 0 ? what : "\(what): \(Errno(rawValue: errno))"
  }
}
