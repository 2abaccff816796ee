import Glibc

/// Whether anybody but the person whose process this is, and root, can have changed a file.
///
/// Belongs to one of the two, and lets neither group nor others write: the rule for what the programs obey.
package enum FileTrust {
  /// Checks an opened file, and the folders in which it stands and is named, with fstat(2).
  ///
  /// What was opened is what is checked: a symbolic link to a good file is as good. A folder that others can write to
  /// passes if it is sticky, so that they can only add to it. That a file can be believed says nothing of the folders
  /// above.
  ///
  /// - Parameters:
  ///   - descriptor: the opened file.
  ///   - path: the path that it was opened by.
  /// - Throws: the first thing that is wrong.
  package static func check(_ descriptor: Int32, at path: String) throws(FileTrustError) {
    try checkFile(descriptor, at: path)
    let real = realPath(path) ?? path
    let folders = [folder(of: path), folder(of: real)]
    for folder in folders.first == folders.last ? [folders[0]] : folders { try checkFolder(folder) }
  }

  /// Checks a folder alone with stat(2); it need not be there, for then no file is in it.
  package static func checkFolder(_ path: String) throws(FileTrustError) {
    var status = stat()
    // The path is a C string for as long as the call lasts, and the variable outlives it.
    guard unsafe stat(path, &status) == 0 else {
      guard errno != ENOENT, errno != ENOTDIR else { return }
      throw FileTrustError(path: path, fault: .system(errno))
    }
    try checkOwner(status, at: path)
    guard status.st_mode & 0o022 == 0 || status.st_mode & S_ISVTX != 0 else {
      throw FileTrustError(path: path, fault: .writableFolder)
    }
  }

  private static func checkFile(_ descriptor: Int32, at path: String) throws(FileTrustError) {
    let status = try status(of: descriptor, at: path)
    try checkOwner(status, at: path)
    guard status.st_mode & 0o022 == 0 else { throw FileTrustError(path: path, fault: .writableFile) }
  }

  private static func checkOwner(_ status: stat, at path: String) throws(FileTrustError) {
    guard status.st_uid == geteuid() || status.st_uid == 0 || UserNamespace.hides(owner: status.st_uid) else {
      throw FileTrustError(path: path, fault: .foreignOwner(status.st_uid))
    }
  }

  private static func status(of descriptor: Int32, at path: String) throws(FileTrustError) -> stat {
    var status = stat()
    // The variable outlives the call, which keeps no pointer to it.
    guard unsafe fstat(descriptor, &status) == 0 else { throw FileTrustError(path: path, fault: .system(errno)) }
    return status
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
