package import SystemPackage

/// A failed system call.
package struct SystemError: Error, Equatable, Sendable {
  /// Path of the file, or what else the call was for.
  package let subject: String
  package let errno: Errno

  package init(_ subject: String, _ errno: Errno) {
    self.subject = subject
    self.errno = errno
  }

  /// Words for the error number, such as `Permission denied`: strerror(3).
  package var reason: String { errno.description }
}

extension SystemError: CustomStringConvertible {
  /// The subject and the reason, such as `/etc/passwd: Permission denied`.
  package var description: String { "\(subject): \(reason)" }
}

extension SystemError {
  /// Makes a call, and wraps its error in one of another type.
  package static func wrapped<Value: ~Copyable, Failure>(
    in wrap: (SystemError) -> Failure, _ call: @autoclosure () throws(SystemError) -> Value
  ) throws(Failure) -> Value {
    do {
      return try call()
    } catch {
      throw wrap(error)
    }
  }

  /// Makes a call of swift-system, and gives its error a subject.
  static func attributing<Value>(to subject: String, _ call: () throws -> Value) throws(SystemError) -> Value {
    do {
      return try call()
    } catch {
      guard let errno = error as? Errno else { preconditionFailure("swift-system throws nothing but Errno") }
      throw SystemError(subject, errno)
    }
  }
}
