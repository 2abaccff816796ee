import FoundationEssentials
import Glibc
import Synchronization
import UserFiles

/// A folder of a test's own, mode 0700, gone with its last owner.
package final class TemporaryFolder: Sendable {
  /// The absolute path, without a slash at the end; short enough for sockets, whose paths have 107 bytes at most.
  package let path: String
  /// Folders in memory that links in this one lead to.
  private let foldersInMemory = Mutex<[TemporaryFolder]>([])

  /// Creates it, by mkdtemp(3).
  package init(below folder: String = "/tmp") throws {
    path = try SystemCalls.makeTemporaryFolder(in: folder, prefix: "intervald-")
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of a file or folder in this one.
  package func path(of name: String) -> String { "\(path)/\(name)" }

  /// Makes a folder in it, mode 0700, and returns its path.
  package func folder(_ name: String) throws -> String {
    try FileManager.default.createDirectory(
      atPath: path(of: name), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return path(of: name)
  }

  /// Makes a folder on tmpfs, as runtime folders are, with a link to it in this one, and returns the link's path.
  ///
  /// On a machine without /dev/shm it is a plain folder.
  package func folderInMemory(_ name: String) throws -> String {
    guard unsafe access("/dev/shm", W_OK) == 0 else { return try folder(name) }
    let target = try TemporaryFolder(below: "/dev/shm")
    foldersInMemory.withLock { $0.append(target) }
    if let slash = name.lastIndex(of: "/") { _ = try folder(String(name[..<slash])) }
    try FileManager.default.createSymbolicLink(atPath: path(of: name), withDestinationPath: target.path)
    return path(of: name)
  }

  /// Writes a file, with the folders that it takes, and returns its path.
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

  /// Reads a text file.
  package func read(_ name: String) throws -> String { try textFile(path(of: name)) }
}
