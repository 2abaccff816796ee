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
    let path = predecessor == .kept ? path : realPath(path) ?? path
    try makeFolder(of: path)
    let temporary = temporaryPath(for: path)
    // The path is a C string for as long as the call lasts, here and below.
    let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw FileError(path: path, errno: errno) }
    do throws(FileError) {
      defer { close(descriptor) }
      if predecessor == .replacedInItsMode { try takeMode(of: path, for: descriptor) }
      try write(bytes, to: descriptor, at: path)
      guard fdatasync(descriptor) == 0 else { throw FileError(path: path, errno: errno) }
      try put(temporary, in: path, predecessor)
    } catch {
      _ = unsafe unlink(temporary)
      throw error
    }
    try syncFolder(of: path)
  }

  /// Writes a text, likewise.
  package static func write(
    _ text: String, to path: String, mode: UInt32 = 0o600, predecessor: Predecessor = .replaced
  ) throws(FileError) {
    try write(Array(text.utf8), to: path, mode: mode, predecessor: predecessor)
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

  /// Gives a file the permissions of another, if that is there: stat(2), fchmod(2).
  private static func takeMode(of path: String, for descriptor: Int32) throws(FileError) {
    var status = stat()
    // The variable outlives the call.
    guard unsafe stat(path, &status) == 0 else { return }
    guard fchmod(descriptor, status.st_mode & 0o777) == 0 else { throw FileError(path: path, errno: errno) }
  }

  private static func put(_ temporary: String, in path: String, _ predecessor: Predecessor) throws(FileError) {
    switch predecessor {
    case .replaced, .replacedInItsMode:
      guard unsafe rename(temporary, path) == 0 else { throw FileError(path: path, errno: errno) }
    case .kept:
      guard unsafe link(temporary, path) == 0 else { throw FileError(path: path, errno: errno) }
      _ = unsafe unlink(temporary)
    }
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32, at path: String) throws(FileError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // The buffer outlives the call, which reads no more than its size.
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw FileError(path: path, errno: errno) }
      rest = rest.dropFirst(count)
    }
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
