import Glibc

/// A failure to become the only instance of the daemon.
package struct ServiceManagerError: Error, Equatable {
  /// The kinds of failure, of which each call documents those that it throws.
  package enum Code: Equatable, Sendable {
    /// `XDG_RUNTIME_DIR` is unset or empty.
    case runtimeFolderUnset
    /// `XDG_RUNTIME_DIR` is a relative path.
    case runtimeFolderRelative
    /// The folder cannot be made or opened.
    case runtimeFolderUnusable
    /// The folder belongs to another user.
    case runtimeFolderForeign
    /// Others may write to the folder.
    case runtimeFolderUnsafe
    /// Another process holds the lock; its id, where the lock file tells it.
    case alreadyRunning(process: CInt?)
    /// The lock file cannot be opened or locked.
    case lockUnusable
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
      case .runtimeFolderUnset: "\(subject) is not set"
      case .runtimeFolderRelative: "XDG_RUNTIME_DIR is no absolute path: \"\(subject)\""
      case .runtimeFolderUnusable: "cannot use the folder \"\(subject)\""
      case .runtimeFolderForeign:
        "the folder \"\(subject)\" belongs to another user; have it removed, or set another XDG_RUNTIME_DIR"
      case .runtimeFolderUnsafe:
        "others can write to the folder \"\(subject)\"; see what is in it, then: chmod go-w '\(subject)'"
      case .alreadyRunning(let process?): "already running as process \(process), which holds \"\(subject)\""
      case .alreadyRunning(nil): "already running: another process holds \"\(subject)\""
      case .lockUnusable: "cannot lock \"\(subject)\""
      }
    return errno == 0 ? what : "\(what): \(Self.message(of: errno))"
  }

  /// The words for an error number: `strerror_r(3)`, which unlike `strerror` is safe on any thread.
  private static func message(of errno: CInt) -> String {
    // The buffer is as large as its count says, and the POSIX variant, which this is, ends its text with a zero byte.
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let start = buffer.baseAddress, unsafe strerror_r(errno, start, buffer.count) == 0 else {
        return "error \(errno)"
      }
      return unsafe String(cString: start)
    }
  }
}
