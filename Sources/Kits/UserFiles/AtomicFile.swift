import Glibc
package import SystemPackage

/// Functions that change files completely or not at all, even after a power failure.
package enum AtomicFile {
  /// Handling of a file that exists already.
  package enum ExistingFile: Sendable {
    case replace
    /// Replaces the file, and gives the new file the mode of the old file.
    case replaceKeepingMode
    /// Fails with `EEXIST`, even if the file was created at the last moment.
    case fail
  }

  /// Writes a file.
  ///
  /// The bytes are written to a temporary file in the same folder. The temporary file is synced and renamed, and then
  /// the folder is synced. A missing folder is created with mode 0700. If the path is a symbolic link, its target is
  /// replaced. Only a regular file is replaced. Wraps mkdir(2), open(2), fchmod(2), write(2), fdatasync(2), rename(2) or,
  /// with `.fail`, link(2), and fsync(2).
  ///
  /// - Parameters:
  ///   - bytes: The complete content.
  ///   - path: An absolute path.
  ///   - mode: Mode of a new file, less the umask; unused if the mode of an existing file is kept.
  ///   - existing: Handling of a file that exists already.
  ///   - isSynced: Whether the file survives a power failure; if false, nothing is synced.
  /// - Throws: With `.fail`, `EEXIST` if the file exists; otherwise `notRegularFile` for a device, a pipe, a socket or a
  ///   link without a target. A failed write leaves no file.
  package static func write(
    _ bytes: [UInt8], to path: String, mode: FilePermissions = .ownerReadWrite,
    ifExists existing: ExistingFile = .replace, isSynced: Bool = true
  ) throws(SystemError) {
    let file = try PendingFile(at: path, mode: mode, ifExists: existing)
    try file.write(bytes)
    try file.commit(isSynced: isSynced)
  }

  /// Writes a text file in the same way as a file of bytes.
  package static func write(
    _ text: String, to path: String, mode: FilePermissions = .ownerReadWrite,
    ifExists existing: ExistingFile = .replace, isSynced: Bool = true
  ) throws(SystemError) {
    try write(Array(text.utf8), to: path, mode: mode, ifExists: existing, isSynced: isSynced)
  }

  /// Moves a file within its file system; if the path is a symbolic link, the link itself is moved.
  ///
  /// Wraps renameat2(2), and fsync(2) of the new folder. After an error, the file has its old path.
  ///
  /// - Throws: `EEXIST` if a file with the new path exists.
  package static func move(_ path: String, to newPath: String) throws(SystemError) {
    try SystemCalls.move(path, to: newPath)
    do {
      try Folder.sync(forFileAt: newPath)
    } catch {
      try? SystemCalls.move(newPath, to: path)
      throw error
    }
  }

  /// Removes a file, and syncs its folder; see unlink(2), fsync(2).
  ///
  /// A missing file is not an error.
  package static func remove(_ path: String, isSynced: Bool = true) throws(SystemError) {
    do {
      try SystemCalls.unlink(path)
    } catch {
      guard error.errno == .noSuchFileOrDirectory else { throw error }
      return
    }
    if isSynced { try Folder.sync(forFileAt: path) }
  }
}

/// Removal of temporary files that a power failure has left.
extension AtomicFile {
  /// Maximum duration of a write; an older temporary file is a leftover.
  package static let maxWriteTime = Duration.seconds(3600)

  /// A path for a temporary file; simultaneous writers get different paths.
  static func temporaryPath(for path: String) -> String {
    "\(path).\(UInt64.random(in: 0 ... .max))\(temporarySuffix)"
  }

  /// Removes the temporary files that interrupted writes have left in a folder; see lstat(2), unlink(2).
  ///
  /// Removes only regular files of this user that are older than `maxWriteTime` by the wall clock. `isOurs` checks the
  /// name of the file that the interrupted write should have produced. Ignores errors.
  package static func removeLeftovers(in folder: String, of isOurs: (String) -> Bool) {
    let oldest = time(nil) - Int(maxWriteTime.components.seconds)
    for name in Folder.names(in: folder) {
      guard let target = target(ofTemporary: name), isOurs(target) else { continue }
      let path = "\(folder)/\(name)"
      guard let status = try? Stat(at: path, followsLink: false), status.type == .regular,
        status.userID.rawValue == geteuid(), status.st_mtim.tv_sec < oldest
      else { continue }
      try? SystemCalls.unlink(path)
    }
  }

  /// The intended name of a temporary file; nil if the file is not temporary.
  private static func target(ofTemporary name: String) -> String? {
    guard name.hasSuffix(temporarySuffix) else { return nil }
    let rest = name.dropLast(temporarySuffix.count)
    guard let dot = rest.lastIndex(of: "."), UInt64(rest[dot...].dropFirst()) != nil else { return nil }
    return String(rest[..<dot])
  }

  private static let temporarySuffix = ".new"
}
