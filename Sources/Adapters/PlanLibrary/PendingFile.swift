import Glibc

/// A file that is written bit by bit beside the one whose place it takes when it is whole; until then, and whatever
/// fails, it is nobody's but its writer's, and goes with it.
package final class PendingFile {
  /// Where it is written to, from the beginning on.
  package let descriptor: Int32
  private let path: String
  private let temporary: String
  private let predecessor: AtomicFile.Predecessor
  private var isPending = true

  /// Begins a file in a folder that is made where it is missing: mkdir(2), open(2), fchmod(2).
  ///
  /// - Parameters: as in `AtomicFile.write`.
  package init(
    at path: String, mode: UInt32 = 0o600, predecessor: AtomicFile.Predecessor = .replaced
  ) throws(FileError) {
    self.path = predecessor == .kept ? path : realPath(path) ?? path
    self.predecessor = predecessor
    try AtomicFile.makeFolder(of: self.path)
    temporary = AtomicFile.temporaryPath(for: self.path)
    // The path is a C string for as long as the call lasts, here and below. It can be read as well, for those who go
    // back to complete what they wrote.
    descriptor = unsafe open(temporary, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    guard descriptor >= 0 else {
      isPending = false
      throw FileError(path: self.path, errno: errno)
    }
    if predecessor == .replacedInItsMode { try takeMode() }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if isPending { _ = unsafe unlink(temporary) }
  }

  /// Writes more of it: write(2).
  package func write(_ bytes: [UInt8]) throws(FileError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // The buffer outlives the call, which reads no more than its size.
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw FileError(path: path, errno: errno) }
      rest = rest.dropFirst(count)
    }
  }

  /// Writes a text, likewise.
  package func write(_ text: String) throws(FileError) { try write(Array(text.utf8)) }

  /// Puts it in its place: fdatasync(2), rename(2) or, to keep what is there, link(2), and fsync(2) of the folder.
  ///
  /// - Throws: With `EEXIST` where one is to be kept; then, as behind every failure, it is no more.
  package func commit() throws(FileError) {
    guard fdatasync(descriptor) == 0 else { throw FileError(path: path, errno: errno) }
    switch predecessor {
    case .replaced, .replacedInItsMode:
      guard unsafe rename(temporary, path) == 0 else { throw FileError(path: path, errno: errno) }
      isPending = false
    case .kept:
      guard unsafe link(temporary, path) == 0 else { throw FileError(path: path, errno: errno) }
    }
    try AtomicFile.syncFolder(of: path)
  }

  /// Takes on the permissions of the file that is there, if one is: stat(2), fchmod(2).
  private func takeMode() throws(FileError) {
    var status = stat()
    // The variable outlives the call.
    guard unsafe stat(path, &status) == 0 else { return }
    guard fchmod(descriptor, status.st_mode & 0o777) == 0 else { throw FileError(path: path, errno: errno) }
  }
}
