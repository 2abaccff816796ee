import Glibc

/// What was found at a path, by stat(2) and access(2).
struct PathState: Equatable {
  var kind: Kind
  var canRead = true
  var canWrite = true

  enum Kind: Equatable {
    case missing
    /// The errno of the call that failed.
    case unknown(CInt)
    case folder(owner: UInt32, mode: UInt32)
    case socket(owner: UInt32, mode: UInt32)
    case other
  }

  init(_ kind: Kind, canRead: Bool = true, canWrite: Bool = true) {
    self.kind = kind
    self.canRead = canRead
    self.canWrite = canWrite
  }

  init(of path: String) {
    var status = stat()
    // The path is a C string for as long as each call lasts, and the variable outlives it.
    guard unsafe stat(path, &status) == 0 else {
      kind = errno == ENOENT ? .missing : .unknown(errno)
      return
    }
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFDIR: .folder(owner: status.st_uid, mode: status.st_mode & 0o7777)
      case S_IFSOCK: .socket(owner: status.st_uid, mode: status.st_mode & 0o7777)
      default: .other
      }
    canRead = unsafe access(path, R_OK | X_OK) == 0
    canWrite = unsafe access(path, W_OK | X_OK) == 0
  }
}
