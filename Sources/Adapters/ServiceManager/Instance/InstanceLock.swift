import Glibc

/// The right to be the one instance, held for as long as the value lives.
///
/// The kernel lets go of the lock when the process ends, however it ends, so that a file left behind is no obstacle.
/// The file is never unlinked: another process could by then have opened it and lock a file that nobody else finds.
package struct InstanceLock: ~Copyable, Sendable {
  private let descriptor: CInt

  /// Takes the lock without waiting, and writes this process's id to the file, which is made with mode 0600.
  ///
  /// The id is for people: where there is no room for it, the lock holds all the same.
  ///
  /// Wraps `flock(2)`.
  ///
  /// - Throws: `alreadyRunning`, `lockUnusable`.
  package init(path: String) throws(ServiceManagerError) {
    descriptor = unsafe open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw ServiceManagerError(.lockUnusable, errno: errno, subject: path) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let error = errno
      guard error == EWOULDBLOCK else { throw ServiceManagerError(.lockUnusable, errno: error, subject: path) }
      throw ServiceManagerError(.alreadyRunning(process: Self.process(named: descriptor)), subject: path)
    }
    let line = "\(getpid())\n"
    // The string outlives the call, and the count is its own.
    if ftruncate(descriptor, 0) == 0 { _ = unsafe write(descriptor, line, line.utf8.count) }
  }

  deinit {
    close(descriptor)
  }

  /// The process id in the lock file; `nil` where its holder has not written it.
  private static func process(named descriptor: CInt) -> CInt? {
    // The buffer is as large as its count says, and only the bytes that were read are looked at.
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16) { buffer in
      let count = unsafe pread(descriptor, buffer.baseAddress, buffer.count, 0)
      guard count > 0 else { return nil }
      let digits = unsafe buffer.prefix(count).prefix { $0 != UInt8(ascii: "\n") }
      return unsafe CInt(String(decoding: digits, as: UTF8.self))
    }
  }
}
