package import SystemPackage

/// A file that is written under a temporary name, and replaces another one when it is complete.
///
/// A file that is not committed, or whose commit fails, is removed when its owner releases it.
package final class PendingFile {
  private let file: OpenFile
  /// Path under which the file is committed.
  package let path: String
  private let temporaryPath: String
  private let existing: AtomicFile.ExistingFile
  private var isPending = true
  private var hasName = false
  /// Temporary name of the file that this one replaced, until all files of a group have their names.
  private var replacedPath: String?

  /// Creates the file under a temporary name, in a folder that is created if it is missing.
  ///
  /// The parameters are those of `AtomicFile.write`. Wraps mkdir(2), open(2) and fchmod(2).
  package init(
    at path: String, mode: FilePermissions = .ownerReadWrite, ifExists existing: AtomicFile.ExistingFile = .replace
  ) throws(SystemError) {
    self.path = existing == .fail ? path : SystemCalls.realPath(path) ?? path
    self.existing = existing
    try Folder.create(forFileAt: self.path)
    temporaryPath = AtomicFile.temporaryPath(for: self.path)
    // Readable, too: some formats complete their header at the end.
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

  /// Descriptor for writing the content, and reading it back.
  package var descriptor: FileDescriptor { file.descriptor }

  /// Appends bytes to the content: write(2).
  package func write(_ bytes: [UInt8]) throws(SystemError) { try file.write(bytes) }

  /// Appends text to the content: write(2).
  package func write(_ text: String) throws(SystemError) { try write(Array(text.utf8)) }

  /// Gives the file its name, so that it survives a power failure unless `isSynced` is false.
  ///
  /// Wraps fdatasync(2), rename(2) or, to replace nothing, link(2), and fsync(2) of the folder.
  ///
  /// - Throws: With `.fail`, `EEXIST` if there is a file.
  package func commit(isSynced: Bool = true) throws(SystemError) {
    if isSynced { try file.syncData() }
    try takeName()
    if isSynced { try Folder.sync(forFileAt: path) }
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
  /// Gives several files their names: all of them or none.
  ///
  /// All are synced before the first gets its name. If one of them fails, the others are undone: files that were
  /// replaced are put back, and new ones are removed. Only a crash between the first rename(2) and the last, or a
  /// system that refuses to undo, can leave some files with their names and others without; replaced files are then
  /// still there under temporary names.
  ///
  /// - Throws: The error of the first file that failed, with its path or that of its folder.
  package static func commit(_ files: [PendingFile]) throws(SystemError) {
    for file in files { try file.file.syncData() }
    do throws(SystemError) {
      for file in files {
        try file.retainReplaced()
        try file.takeName()
      }
      for file in files { try Folder.sync(forFileAt: file.path) }
    } catch {
      for file in files.reversed() { file.undo() }
      throw error
    }
    for file in files { file.removeReplaced() }
  }

  /// Gives the file that will be replaced a temporary name as well: link(2), or rename(2) on a file system without hard
  /// links.
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

  /// Puts back the replaced file, with rename(2), or removes a file that replaced none, with unlink(2).
  private func undo() {
    if let replacedPath {
      // rename(2) leaves both names if they are of the same file.
      if (try? SystemCalls.rename(replacedPath, to: path)) != nil { removeReplaced() }
    } else if hasName {
      try? SystemCalls.unlink(path)
    }
    try? Folder.sync(forFileAt: path)
  }

  private func removeReplaced() {
    if let replacedPath { try? SystemCalls.unlink(replacedPath) }
  }
}
