import Glibc
import SystemPackage

/// Lock that only one process can hold, for the lifetime of this value.
///
/// The kernel releases the lock whenever the process ends, so a leftover file does not matter. The file is never
/// removed. If it were removed, two processes could each hold a lock: one on the removed file, and one on a new file.
package struct InstanceLock: ~Copyable, Sendable {
  private let file: OpenFile

  /// Takes the lock without waiting, and writes the process ID to the lock file; see flock(2).
  ///
  /// The file is created with mode 0600. The process ID is for information only: if it cannot be written, the lock is
  /// still held. The file stays open only for reading, because a file that is open for writing would prevent the file
  /// system from becoming read-only. NFS cannot lock such a file.
  package init(path: String) throws(InstanceLockError) {
    let file = try SystemError.wrapped(
      in: InstanceLockError.system,
      OpenFile(path, .readOnly, options: [.create, .noFollow, .nonBlocking], permissions: .ownerReadWrite))
    guard try SystemError.wrapped(in: InstanceLockError.system, file.lock()) else {
      throw .held(path: path, process: Self.processID(in: file))
    }
    if let writer = try? OpenFile(path, .writeOnly, options: [.truncate, .noFollow, .nonBlocking]) {
      try? writer.write(Array("\(getpid())\n".utf8))
    }
    self.file = file
  }

  /// The process ID in the lock file; nil if no process with this ID runs the program.
  ///
  /// The name of a running program is in `/proc/PID/comm`; see proc(5).
  package static func process(of program: String, path: String) -> CInt? {
    guard let file = try? OpenFile.regular(path, requireTrusted: true), let process = processID(in: file),
      (try? TextFile.read("/proc/\(process)/comm")) == "\(program)\n"
    else { return nil }
    return process
  }

  /// The process ID in the lock file; nil if the process that holds the lock has not written its ID.
  private static func processID(in file: borrowing OpenFile) -> CInt? {
    var bytes = [UInt8](repeating: 0, count: 16)
    guard let count = try? file.read(into: &bytes, at: 0) else { return nil }
    return CInt(String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }
}

/// Reason why a lock could not be taken.
package enum InstanceLockError: Error, Equatable, Sendable {
  /// Another process holds the lock; `process` is its ID, if the lock file contains an ID.
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
