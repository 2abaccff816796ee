import SystemPackage
import UserFiles

/// Why a socket or a conversation over it failed; it never travels.
package struct TransportError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What failed.
  package enum Code: Sendable {
    /// No socket is at the path.
    case noSocket
    /// There is a socket, and nobody listens.
    case connectionRefused
    /// There is a socket, and somebody listens.
    case addressInUse
    /// The path does not fit a socket address, or has something at it that is no socket.
    case unusablePath
    /// The other side is gone.
    case disconnected
    /// The other side did not answer, finish its message or take an answer in time.
    case timedOut
    /// The other side sent what is no message, or not the one that the protocol asks for.
    case malformedMessage
    /// The other side reads more slowly than replies come.
    case slowReader
    /// The connection is occupied by a streaming call.
    case busy
    /// A system call failed.
    case system
  }

  package let code: Code

  /// The error number, errno(3), where a system call failed.
  package let errno: CInt?

  /// What was being done, for the log: a system call with its object, or what is wrong with a message.
  package let context: String

  package init(_ code: Code, errno: CInt? = nil, context: String) {
    self.code = code
    self.errno = errno
    self.context = context
  }

  package var description: String {
    errno.map { "\(SystemError(context, Errno(rawValue: $0)))" } ?? context
  }
}
