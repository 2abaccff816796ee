import FoundationEssentials
import Glibc
import WorkoutSettings

/// A file that a result is written to, in place of one that is there.
enum OutputFile {
  /// Writes it whole, or not at all.
  ///
  /// - Throws: For what is there and no regular file, as is a link to nothing, and would be lost; and for a
  ///   folder that is not there. `option` is what was given for standard output.
  static func write(_ bytes: [UInt8], to path: String, option: String) throws(Failure) {
    guard !path.isEmpty else { throw .notSaved(FileError(path: "''", errno: ENOENT)) }
    let absolute = path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
    var status = stat()
    // The call reads the path, a C string for as long as it lasts, and writes into the variable, which outlives it.
    let isThere = unsafe stat(absolute, &status) == 0 || lstat(absolute, &status) == 0
    guard !isThere || status.st_mode & S_IFMT == S_IFREG else { throw .noRegularFile(path, option: option) }
    let folder = String(absolute[...(absolute.lastIndex(of: "/") ?? absolute.startIndex)])
    guard unsafe access(folder, F_OK) == 0 else { throw .notSaved(FileError(path: path, errno: errno)) }
    do {
      try AtomicFile.write(bytes, to: absolute, mode: 0o666, predecessor: .replacedInItsMode)
    } catch {
      throw .notSaved(FileError(path: path, errno: error.errno))
    }
  }
}
