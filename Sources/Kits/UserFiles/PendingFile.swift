package import SystemPackage

/// File that has a temporary name while it is written; `commit` gives it its final name.
///
/// A file that is not committed, or whose commit fails, is removed when this object is released.
package final class PendingFile {
  private let file: OpenFile
  /// Path under which the file is committed.
  package let path: String
  private let temporaryPath: String
  private let existing: AtomicFile.ExistingFile
  private var isPending = true
  private var hasName = false
  /// Temporary name of the old file that this file replaces; nil if no file is replaced.
  ///
  /// The old file is removed when all files that are committed together have their final names.
  private var replacedPath: String?

  /// Creates the file under a temporary name; a missing folder is created.
  ///
  /// The parameters and errors have the same meaning as in `AtomicFile.write`. Wraps mkdir(2), open(2) and fchmod(2).
  package init(
    at path: String, mode: FilePermissions = .ownerReadWrite, ifExists existing: AtomicFile.ExistingFile = .replace
  ) throws(SystemError) {
    self.path = existing == .fail ? path : SystemCalls.realPath(path) ?? path
    self.existing = existing
    if existing != .fail { try SystemCalls.requireReplaceable(self.path) }
    try Folder.create(forFileAt: self.path)
    temporaryPath = AtomicFile.temporaryPath(for: self.path)
    // The file is also open for reading, because some writers read the file to complete its header at the end.
    file = try OpenFile(
      temporaryPath, .readWrite, options: [.create, .exclusiveCreate, .noFollow], permissions: mode,
      reportedPath: self.path)
    if existing == .replaceKeepingMode, let status = try? Stat(at: self.path) {
      try file.setPermissions(status.accessPermissions)
    }
  }

  deinit {
    if isPending { try? SystemCalls.unlink(temporaryPath) }
  }

  /// Descriptor for writing the content and for reading it back.
  package var descriptor: FileDescriptor { file.descriptor }

  /// Appends bytes to the content; see write(2).
  package func write(_ bytes: [UInt8]) throws(SystemError) { try file.write(bytes) }

  /// Appends text to the content; see write(2).
  package func write(_ text: String) throws(SystemError) { try write(Array(text.utf8)) }

  /// Gives the file its final name; with the defaults, the file then survives a power failure.
  ///
  /// If `isSynced` is false, nothing is synced. If only `syncsFolder` is false, the file survives a power failure after
  /// the caller has synced the folder. Wraps fdatasync(2), rename(2) or, with `.fail`, link(2), and fsync(2) of the folder.
  ///
  /// - Throws: With `.fail`, `EEXIST` if a file with the name exists.
  package func commit(isSynced: Bool = true, syncsFolder: Bool = true) throws(SystemError) {
    if isSynced { try file.syncData() }
    try takeName()
    if isSynced, syncsFolder { try Folder.sync(forFileAt: path) }
  }

  private func takeName() throws(SystemError) {
    switch existing {
    case .replace, .replaceKeepingMode:
      try SystemCalls.rename(temporaryPath, to: path)
      isPending = false
    case .fail: try SystemCalls.link(temporaryPath, to: path)
    }
    hasName = true
  }
}

/// Files that are committed together.
extension PendingFile {
  /// Gives all files their final names; if one file fails, no file gets its final name.
  ///
  /// All files are synced before the first file gets its name. After a failure, files that were replaced
  /// are put back, and new files are removed.
  ///
  /// In two cases, only some files get their names: the computer crashes between the first and the last rename(2), or
  /// the system refuses to undo a change. The replaced files then still exist under temporary names.
  ///
  /// - Throws: The error of the first file that failed, with the path of the file or of its folder.
  package static func commit(_ files: [PendingFile]) throws(SystemError) {
    for file in files { try file.file.syncData() }
    do throws(SystemError) {
      for file in files {
        try file.retainReplaced()
        try file.takeName()
      }
      try Folder.sync(forFilesAt: files.map(\.path))
    } catch {
      for file in files.reversed() { file.undo() }
      try? Folder.sync(forFilesAt: files.map(\.path))
      throw error
    }
    for file in files { file.removeReplaced() }
  }

  /// Adds a temporary name to the file that will be replaced; see link(2).
  ///
  /// On a file system without hard links, the file is renamed instead; see rename(2).
  private func retainReplaced() throws(SystemError) {
    guard existing != .fail, (try? Stat(at: path, followsLink: false))?.type == .regular else { return }
    let name = AtomicFile.temporaryPath(for: path)
    do {
      try SystemCalls.link(path, to: name)
    } catch {
      try SystemCalls.rename(path, to: name)
    }
    replacedPath = name
  }

  /// Puts back the file that was replaced; if no file was replaced, removes the new file.
  ///
  /// Wraps rename(2) and unlink(2).
  private func undo() {
    if let replacedPath {
      // If both names belong to the same file, rename(2) succeeds but removes neither name.
      if (try? SystemCalls.rename(replacedPath, to: path)) != nil { removeReplaced() }
    } else if hasName {
      try? SystemCalls.unlink(path)
    }
  }

  private func removeReplaced() {
    if let replacedPath { try? SystemCalls.unlink(replacedPath) }
  }
}
