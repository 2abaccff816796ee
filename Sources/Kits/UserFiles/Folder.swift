import Glibc
import SystemPackage

/// Listing, creating and syncing folders.
package enum Folder {
  /// The names in a folder, including `.` and `..`, in no particular order; see opendir(3), readdir(3).
  ///
  /// The result is empty if the folder cannot be read.
  package static func names(in path: String) -> [String] {
    // The path is a C string that is valid for the whole call.
    guard !path.utf8.contains(0), let stream = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      // The entry of readdir(3) is valid until the next call, and its name ends in a NUL.
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      names.append(name)
    }
    return names
  }

  /// Whether a path leads to a folder; see stat(2).
  package static func exists(_ path: String) -> Bool {
    (try? Stat(at: path))?.type == .directory
  }

  /// Whether an entry of a folder was created or removed within the last seconds of the wall clock; see stat(2).
  package static func hasChanged(_ path: String, within limit: Duration) -> Bool {
    guard let status = try? Stat(at: path) else { return false }
    return time(nil) - status.st_mtim.tv_sec <= Int(limit.components.seconds)
  }

  /// Creates the folder of a file and all parent folders that are missing, each with mode 0700; see mkdir(2).
  ///
  /// The path must be absolute.
  package static func create(forFileAt path: String) throws(SystemError) {
    try SystemCalls.requireNoNUL(path)
    var folder = ""
    for component in path.split(separator: "/").dropLast() {
      folder += "/\(component)"
      if !SystemCalls.canAccess(folder) { try SystemCalls.makeFolder(folder) }
    }
  }

  /// Waits until the folder of a file is on the disk, so that the names in the folder survive a crash; see fsync(2).
  package static func sync(forFileAt path: String) throws(SystemError) {
    try OpenFile(self.path(ofFolderOf: path), .readOnly, options: .directory).sync()
  }

  /// Syncs the folders of files, each folder once.
  package static func sync(forFilesAt paths: some Sequence<String>) throws(SystemError) {
    var synced: Set<String> = []
    for path in paths where synced.insert(self.path(ofFolderOf: path)).inserted { try sync(forFileAt: path) }
  }

  /// The path of the folder that contains a file.
  static func path(ofFolderOf path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
