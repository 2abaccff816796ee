import FoundationEssentials
import Glibc
import Synchronization
import UserFiles

/// A private folder of a test, with mode 0700; the folder is deleted with the last reference to this object.
package final class TemporaryFolder: Sendable {
  /// Absolute path without a trailing slash; the path is short, because a socket's path has at most 107 bytes.
  package let path: String
  /// The folders that `folderInMemory` has created on tmpfs.
  private let foldersInMemory = Mutex<[TemporaryFolder]>([])

  /// Creates the folder; see mkdtemp(3).
  package init(below folder: String = "/tmp") throws {
    path = try SystemCalls.makeTemporaryFolder(in: folder, prefix: "intervald-")
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Returns the path of a file or folder in this folder.
  package func path(of name: String) -> String { "\(path)/\(name)" }

  /// Creates a subfolder with mode 0700, and returns its path.
  package func folder(_ name: String) throws -> String {
    try FileManager.default.createDirectory(
      atPath: path(of: name), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return path(of: name)
  }

  /// Creates a folder in /dev/shm, and a symbolic link to that folder in this folder.
  ///
  /// /dev/shm is a tmpfs, like the runtime folders of users. Without /dev/shm, an ordinary subfolder is created.
  ///
  /// - Returns: The path of the link or of the subfolder.
  package func folderInMemory(_ name: String) throws -> String {
    guard unsafe access("/dev/shm", W_OK) == 0 else { return try folder(name) }
    let target = try TemporaryFolder(below: "/dev/shm")
    foldersInMemory.withLock { $0.append(target) }
    if let slash = name.lastIndex(of: "/") { _ = try folder(String(name[..<slash])) }
    try FileManager.default.createSymbolicLink(atPath: path(of: name), withDestinationPath: target.path)
    return path(of: name)
  }

  /// Writes a file, creates the file's folder if necessary, and returns the path of the file.
  @discardableResult package func write(_ text: String, to name: String, mode: Int = 0o600) throws -> String {
    try write(bytes: Array(text.utf8), to: name, mode: mode)
  }

  @discardableResult package func write(bytes: [UInt8], to name: String, mode: Int = 0o600) throws -> String {
    let path = path(of: name)
    if let slash = name.lastIndex(of: "/") { _ = try folder(String(name[..<slash])) }
    try Data(bytes).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    return path
  }

  /// Reads a text file in this folder.
  package func read(_ name: String) throws -> String { try textFile(path(of: name)) }
}
