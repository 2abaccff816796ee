import Glibc

/// What is in a folder.
package enum FolderContents {
  /// The names in it, by opendir(3) and readdir(3); none where it cannot be read.
  package static func names(in folder: String) -> [String] {
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      // readdir's entry is valid until the next call, and its name ends in a NUL.
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      names.append(name)
    }
    return names
  }

  /// Whether a path leads to a folder: stat(2).
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    // The path is a C string for as long as the call lasts, and the variable outlives it.
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
