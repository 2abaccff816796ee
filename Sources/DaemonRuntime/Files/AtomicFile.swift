import Glibc

/// A file that is replaced whole or not at all, whenever the power goes.
package enum AtomicFile {
  /// Writes to a temporary file beside it, with mode 0600, syncs that, renames it, and syncs the folder, which is made
  /// with mode 0700 where it is missing.
  ///
  /// Wraps mkdir(2), open(2), write(2), fdatasync(2), rename(2) and fsync(2).
  package static func write(_ text: String, to path: String) throws(FileError) {
    let folder = path.split(separator: "/").dropLast().map { "/\($0)" }
    try makeFolders(folder)
    let folderPath = folder.joined()
    // There is one daemon, so the name can be fixed, and a write that was cut short leaves no more than one such file.
    let temporary = "\(path).new"
    let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(path: temporary, errno: errno) }
    do throws(FileError) {
      defer { close(descriptor) }
      try write(Array(text.utf8), to: descriptor, at: temporary)
      guard fdatasync(descriptor) == 0 else { throw FileError(path: temporary, errno: errno) }
      guard unsafe rename(temporary, path) == 0 else { throw FileError(path: path, errno: errno) }
    } catch {
      _ = unsafe unlink(temporary)
      throw error
    }
    try sync(folderPath)
  }

  private static func makeFolders(_ components: [String]) throws(FileError) {
    var path = ""
    for component in components {
      path += component
      guard unsafe access(path, F_OK) != 0 else { continue }
      guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { throw FileError(path: path, errno: errno) }
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

  private static func sync(_ folder: String) throws(FileError) {
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
}
