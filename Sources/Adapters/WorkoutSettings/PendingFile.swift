import Glibc

/// A file that is written bit by bit beside the one whose place it takes when it is whole; until then, and whatever
/// fails, it is nobody's but its writer's, and goes with it.
package final class PendingFile {
  /// Where it is written to, from the beginning on.
  package let descriptor: Int32
  /// Where it will be: the path that it was begun with, through all links if a file there is replaced.
  package let path: String
  private let temporary: String
  private let predecessor: AtomicFile.Predecessor
  private var isPending = true
  /// Whether it has taken its place.
  private var isInPlace = false
  /// The temporary name under which the file that it replaces can be put back.
  private var replaced: String?

  /// Begins a file in a folder that is made where it is missing: mkdir(2), open(2), fchmod(2).
  ///
  /// - Parameters: as in `AtomicFile.write`.
  package init(
    at path: String, mode: UInt32 = 0o600, predecessor: AtomicFile.Predecessor = .replaced
  ) throws(FileError) {
    guard path.isCString else { throw FileError(path: path, errno: EINVAL) }
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
  /// - Parameter isSynced: whether the file is to survive a power failure; without it no sync is made.
  /// - Throws: With `EEXIST` where one is to be kept; then, as behind every failure, it is no more.
  package func commit(isSynced: Bool = true) throws(FileError) {
    if isSynced { try sync() }
    try takePlace()
    if isSynced { try AtomicFile.syncFolder(of: path) }
  }

  private func sync() throws(FileError) {
    guard fdatasync(descriptor) == 0 else { throw FileError(path: path, errno: errno) }
  }

  private func takePlace() throws(FileError) {
    switch predecessor {
    case .replaced, .replacedInItsMode:
      guard unsafe rename(temporary, path) == 0 else { throw FileError(path: path, errno: errno) }
      isPending = false
    case .kept:
      guard unsafe link(temporary, path) == 0 else { throw FileError(path: path, errno: errno) }
    }
    isInPlace = true
  }

  /// Takes on the permissions of the file that is there, if one is: stat(2), fchmod(2).
  private func takeMode() throws(FileError) {
    var status = stat()
    // The variable outlives the call.
    guard unsafe stat(path, &status) == 0 else { return }
    guard fchmod(descriptor, status.st_mode & 0o777) == 0 else { throw FileError(path: path, errno: errno) }
  }
}

/// Files that take their places together.
extension PendingFile {
  /// Puts files in their places, all of them or none.
  ///
  /// All are synced before the first takes its place. If one of them cannot take its place, those that have are undone:
  /// the files that they replaced are put back, and the others are removed. Two things can leave some files in their
  /// places and others not: a crash between the first rename(2) and the last, and a system that refuses to undo. Then
  /// what was replaced is still there under a temporary name.
  ///
  /// - Throws: the failure of the first file that failed, with its path or that of its folder.
  package static func commit(_ files: [PendingFile]) throws(FileError) {
    for file in files { try file.sync() }
    do throws(FileError) {
      for file in files {
        try file.retainReplaced()
        try file.takePlace()
      }
      for file in files { try AtomicFile.syncFolder(of: file.path) }
    } catch {
      for file in files.reversed() { file.undo() }
      throw error
    }
    for file in files { file.removeReplaced() }
  }

  /// Gives the file that will be replaced a temporary name as well: link(2), or rename(2) on a file system without hard
  /// links.
  private func retainReplaced() throws(FileError) {
    var status = stat()
    // The variable outlives the call.
    guard predecessor != .kept, unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
    let name = AtomicFile.temporaryPath(for: path)
    guard unsafe link(path, name) == 0 || rename(path, name) == 0 else { throw FileError(path: path, errno: errno) }
    replaced = name
  }

  /// Puts back what was replaced, with rename(2), or removes what took an empty place, with unlink(2).
  private func undo() {
    if let replaced {
      // rename(2) leaves both names if they are of the same file.
      if unsafe rename(replaced, path) == 0 { removeReplaced() }
    } else if isInPlace {
      _ = unsafe unlink(path)
    }
    try? AtomicFile.syncFolder(of: path)
  }

  private func removeReplaced() {
    if let replaced { _ = unsafe unlink(replaced) }
  }
}
