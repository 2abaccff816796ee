import Glibc
import SystemPackage

/// The folder in `XDG_RUNTIME_DIR` that contains the control socket and the lock file of a program.
package struct RuntimeFolder: Equatable, Sendable {
  /// Absolute path, without a slash at the end.
  package let path: String

  /// Creates the folder with mode 0700, or uses an existing folder if only this user can write to it.
  ///
  /// An existing folder gets mode 0700. An existing folder that other users can write to is an error, because they may
  /// have put files there. Wraps mkdir(2), open(2), fstat(2) and fchmod(2).
  package init(_ name: String, in folders: XDGFolders) throws(RuntimeFolderError) {
    do {
      path = try folders.runtimePath(name)
    } catch {
      throw .noBase(error)
    }
    try SystemError.wrapped(in: RuntimeFolderError.system, SystemCalls.makeFolder(path))
    // The checks and the change of the mode use one descriptor, so that they apply to the same folder. A symbolic link
    // is an error.
    let folder = try SystemError.wrapped(
      in: RuntimeFolderError.system, OpenFile(path, .readOnly, options: [.directory, .noFollow]))
    let status = try SystemError.wrapped(in: RuntimeFolderError.system, folder.status())
    guard status.userID.rawValue == geteuid() else { throw .foreign(path: path) }
    if let writers = FileTrust.Writers(status) { throw .untrusted(.writableFolder(path: path, by: writers)) }
    guard status.accessPermissions != .ownerReadWriteExecute else { return }
    try SystemError.wrapped(in: RuntimeFolderError.system, folder.setPermissions(.ownerReadWriteExecute))
  }

  /// The path of a file in the folder.
  package func path(of name: String) -> String { "\(path)/\(name)" }
}

/// Reason why the runtime folder cannot be used.
package enum RuntimeFolderError: Error, Equatable, Sendable {
  case noBase(XDGFolders.RuntimeError)
  /// The folder belongs to another user.
  case foreign(path: String)
  /// Other users may write to the folder.
  case untrusted(FileTrustError)
  /// The folder cannot be created, opened or changed.
  case system(SystemError)
}

extension RuntimeFolderError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noBase(let error): "\(error)"
    case .foreign(let path):
      "the folder \"\(path)\" belongs to another user; run intervald as that user, or set another XDG_RUNTIME_DIR"
    case .untrusted(let error): "\(error.path): \(error.message); \(error.hint)"
    case .system(let error): "cannot use the folder \"\(error.subject)\": \(error.reason)"
    }
  }
}
