import Glibc

/// The folder below `XDG_RUNTIME_DIR` that holds the control socket and the lock file.
package struct RuntimeFolder: Equatable, Sendable {
  /// The folder's absolute path, without a slash at the end.
  package let path: String

  /// Makes the folder with mode 0700, or takes the one that is there if it is this user's alone to write to.
  ///
  /// One that others can only read is tightened to 0700. One that others could write to is refused rather than mended:
  /// something may already have been put there.
  ///
  /// - Parameters:
  ///   - base: The value of `XDG_RUNTIME_DIR`.
  ///   - name: The folder's name in there.
  /// - Throws: `runtimeFolderUnset`, `runtimeFolderRelative`, `runtimeFolderUnusable`, `runtimeFolderForeign` or
  ///   `runtimeFolderUnsafe`.
  package init(in base: String?, named name: String = "intervald") throws(ServiceManagerError) {
    guard let base, !base.isEmpty else { throw ServiceManagerError(.runtimeFolderUnset, subject: "XDG_RUNTIME_DIR") }
    guard base.hasPrefix("/") else { throw ServiceManagerError(.runtimeFolderRelative, subject: base) }
    path = base.hasSuffix("/") ? base + name : "\(base)/\(name)"
    try make()
    try secure()
  }

  /// The path of a file in the folder.
  package func path(of name: String) -> String {
    "\(path)/\(name)"
  }

  /// Wraps `mkdir(2)`; that the folder is there already is no error.
  private func make() throws(ServiceManagerError) {
    guard unsafe mkdir(path, 0o700) != 0, errno != EEXIST else { return }
    throw ServiceManagerError(.runtimeFolderUnusable, errno: errno, subject: path)
  }

  /// Checks owner and mode by a descriptor, so that what is checked is what is tightened, and is no symbolic link.
  private func secure() throws(ServiceManagerError) {
    let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw ServiceManagerError(.runtimeFolderUnusable, errno: errno, subject: path) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw ServiceManagerError(.runtimeFolderUnusable, errno: errno, subject: path)
    }
    guard status.st_uid == geteuid() else { throw ServiceManagerError(.runtimeFolderForeign, subject: path) }
    guard status.st_mode & 0o022 == 0 else {
      throw ServiceManagerError(.runtimeFolderUnsafe, subject: path)
    }
    guard status.st_mode & 0o777 == 0o700 || fchmod(descriptor, 0o700) == 0 else {
      throw ServiceManagerError(.runtimeFolderUnusable, errno: errno, subject: path)
    }
  }
}
