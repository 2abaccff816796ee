import Glibc
import SystemPackage

/// The folder in `XDG_RUNTIME_DIR` that holds a program's control socket and lock file.
package struct RuntimeFolder: Equatable, Sendable {
  /// Absolute path, without a slash at the end.
  package let path: String

  /// Creates the folder with mode 0700, or takes an existing one if only this user can write to it.
  ///
  /// An existing folder that others can read gets mode 0700. One that others can write to is an error, as something may
  /// already be in it. Wraps mkdir(2), open(2), fstat(2) and fchmod(2).
  package init(_ name: String, in folders: XDGFolders) throws(RuntimeFolderError) {
    do {
      path = try folders.runtimePath(name)
    } catch {
      throw .noBase(error)
    }
    try SystemError.wrapped(in: RuntimeFolderError.system, SystemCalls.makeFolder(path))
    // With a descriptor, the folder that is checked is also the one that is changed, and cannot be a symbolic link.
    let folder = try SystemError.wrapped(
      in: RuntimeFolderError.system, OpenFile(path, .readOnly, options: [.directory, .noFollow]))
    let status = try SystemError.wrapped(in: RuntimeFolderError.system, folder.status())
    guard status.userID.rawValue == geteuid() else { throw .foreign(path: path) }
    guard !status.isWritableByOthers else { throw .writableByOthers(path: path) }
    guard status.accessPermissions != .ownerReadWriteExecute else { return }
    try SystemError.wrapped(in: RuntimeFolderError.system, folder.setPermissions(.ownerReadWriteExecute))
  }

  /// The path of a file in the folder.
  package func path(of name: String) -> String { "\(path)/\(name)" }
}

/// A runtime folder that cannot be used.
package enum RuntimeFolderError: Error, Equatable, Sendable {
  case noBase(XDGFolders.RuntimeError)
  /// The folder belongs to another user.
  case foreign(path: String)
  /// Others may write to the folder.
  case writableByOthers(path: String)
  /// The folder cannot be created, opened or changed.
  case system(SystemError)
}

extension RuntimeFolderError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noBase(.unset): "XDG_RUNTIME_DIR is not set"
    case .noBase(.relative(let base)): "XDG_RUNTIME_DIR is not an absolute path: \"\(base)\""
    case .foreign(let path):
      "the folder \"\(path)\" belongs to another user; remove it, or set another XDG_RUNTIME_DIR"
    case .writableByOthers(let path):
      "others can write to the folder \"\(path)\"; see what is in it, then: chmod go-w '\(path)'"
    case .system(let error): "cannot use the folder \"\(error.subject)\": \(error.reason)"
    }
  }
}

/// A lock that only one process holds, for the lifetime of this value.
///
/// The kernel releases the lock when the process ends, however it ends, so a leftover file does not matter. The file is
/// never removed: another process could have opened it by then, and would lock a file that no one else finds.
package struct InstanceLock: ~Copyable, Sendable {
  private let file: OpenFile

  /// Takes the lock without waiting, and writes the process ID to the file, which is created with mode 0600: flock(2).
  ///
  /// The ID is for information only: if it cannot be written, the lock is still held.
  package init(path: String) throws(InstanceLockError) {
    let file = try SystemError.wrapped(
      in: InstanceLockError.system,
      OpenFile(path, .readWrite, options: [.create, .noFollow], permissions: .ownerReadWrite))
    guard try SystemError.wrapped(in: InstanceLockError.system, file.lock()) else {
      throw .held(path: path, process: Self.processID(in: file))
    }
    if (try? file.resize(to: 0)) != nil { try? file.write(Array("\(getpid())\n".utf8)) }
    self.file = file
  }

  /// The process ID in the lock file; nil if its holder has not written it.
  private static func processID(in file: borrowing OpenFile) -> CInt? {
    var bytes = [UInt8](repeating: 0, count: 16)
    guard let count = try? file.read(into: &bytes, at: 0) else { return nil }
    return CInt(String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }
}

/// A lock that could not be taken.
package enum InstanceLockError: Error, Equatable, Sendable {
  /// Another process holds the lock; its ID, if the lock file contains it.
  case held(path: String, process: CInt?)
  /// The lock file cannot be opened or locked.
  case system(SystemError)
}

extension InstanceLockError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .held(let path, let process?): "already running as process \(process), which holds \"\(path)\""
    case .held(let path, nil): "already running: another process holds \"\(path)\""
    case .system(let error): "cannot lock \"\(error.subject)\": \(error.reason)"
    }
  }
}
