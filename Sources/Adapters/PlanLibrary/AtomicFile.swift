import Glibc

/// A file that is replaced whole or not at all, whenever the power goes.
package enum AtomicFile {
  /// What becomes of a file that is there already.
  package enum Predecessor: Sendable {
    case replaced
    /// Its permissions are the new file's.
    case replacedInItsMode
    /// The write fails with `EEXIST`, and never takes the place of a file that has just come.
    case kept
  }

  /// Writes to a temporary file beside it, syncs that, renames it, and syncs the folder, which is made with mode 0700
  /// where it is missing.
  ///
  /// A symbolic link stays one: the file that it leads to is replaced. Wraps mkdir(2), open(2), fchmod(2),
  /// write(2), fdatasync(2), rename(2) or, to keep what is there, link(2), and fsync(2).
  ///
  /// - Parameters:
  ///   - bytes: the whole of the file.
  ///   - path: an absolute path.
  ///   - mode: the file's mode, less the umask, where no predecessor hands its own down.
  ///   - predecessor: what becomes of a file that is there already.
  /// - Throws: With `EEXIST` where one is to be kept; whatever fails, nothing is left half done.
  package static func write(
    _ bytes: [UInt8], to path: String, mode: UInt32 = 0o600, predecessor: Predecessor = .replaced
  ) throws(FileError) {
    let file = try PendingFile(at: path, mode: mode, predecessor: predecessor)
    try file.write(bytes)
    try file.commit()
  }

  /// Writes a text, likewise.
  package static func write(
    _ text: String, to path: String, mode: UInt32 = 0o600, predecessor: Predecessor = .replaced
  ) throws(FileError) {
    try write(Array(text.utf8), to: path, mode: mode, predecessor: predecessor)
  }

  /// Gives a file another name in its folder, at no moment of which it has none: rename(2) or, to keep what is there,
  /// link(2) and unlink(2), and fsync(2) of the folder.
  ///
  /// A crash between link(2) and unlink(2) leaves the file under both names. A symbolic link is renamed itself.
  ///
  /// - Throws: With `EEXIST` where a file of the new name is to be kept and is there.
  package static func rename(
    _ path: String, to newPath: String, predecessor: Predecessor
  ) throws(FileError) {
    // The paths are C strings for as long as the calls last.
    switch predecessor {
    case .replaced, .replacedInItsMode:
      guard unsafe Glibc.rename(path, newPath) == 0 else { throw FileError(path: newPath, errno: errno) }
    case .kept:
      guard unsafe link(path, newPath) == 0 else { throw FileError(path: newPath, errno: errno) }
      guard unsafe unlink(path) == 0 else { throw FileError(path: path, errno: errno) }
    }
    try syncFolder(of: newPath)
  }

  /// Takes a file away, for good, and syncs its folder; that there is none is no error.
  ///
  /// Wraps unlink(2) and fsync(2).
  package static func remove(_ path: String) throws(FileError) {
    guard unsafe unlink(path) == 0 else {
      guard errno == ENOENT else { throw FileError(path: path, errno: errno) }
      return
    }
    try syncFolder(of: path)
  }

  /// Makes the folder that a file is to be in, and those around it, with mode 0700 where they are missing.
  package static func makeFolder(of path: String) throws(FileError) {
    var folder = ""
    for component in path.split(separator: "/").dropLast() {
      folder += "/\(component)"
      guard unsafe access(folder, F_OK) != 0 else { continue }
      guard unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw FileError(path: folder, errno: errno) }
    }
  }

  /// Sees to it that which files a file's folder has outlasts a power failure: fsync(2).
  package static func syncFolder(of path: String) throws(FileError) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(path: folder, errno: errno) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw FileError(path: folder, errno: errno) }
  }
}

/// A file that could not be written.
package struct FileError: Error, Equatable {
  package let path: String
  package let errno: Int32

  /// Whether a file was to be kept, and is there.
  package var isOfExistingFile: Bool { errno == EEXIST }

  package init(path: String, errno: Int32) {
    self.path = path
    self.errno = errno
  }
}
