import FoundationEssentials
import Glibc
import WorkoutSettings

/// Where a person wants a result to be put: in a file of a folder that is there.
struct ResultPlace: Equatable {
  /// As it was typed.
  let typed: String
  let absolutePath: String

  /// Looks whether a file can be there.
  ///
  /// - Parameters:
  ///   - typed: a path.
  ///   - hint: what to do instead about what is no file.
  /// - Throws: For what is there and no regular file, as is a link to nothing, and would be lost; and for a
  ///   folder that is not there.
  init(_ typed: String, hint: String? = nil) throws(Failure) {
    guard !typed.isEmpty else { throw .notSaved(FileError(path: "''", errno: ENOENT)) }
    self.typed = typed
    absolutePath = typed.hasPrefix("/") ? typed : "\(FileManager.default.currentDirectoryPath)/\(typed)"
    var status = stat()
    // The call reads the path, a C string for as long as it lasts, and writes into the variable, which outlives it.
    let isThere = unsafe stat(absolutePath, &status) == 0 || lstat(absolutePath, &status) == 0
    guard !isThere || status.st_mode & S_IFMT == S_IFREG else { throw .notRegular(typed, hint: hint) }
    let folder = String(absolutePath[...(absolutePath.lastIndex(of: "/") ?? absolutePath.startIndex)])
    guard unsafe access(folder, F_OK) == 0 else { throw .notSaved(FileError(path: typed, errno: errno)) }
  }

  /// Begins to write a file there, which takes its place, and its mode, when it is whole.
  func file() throws(Failure) -> PendingFile {
    do {
      return try PendingFile(at: absolutePath, mode: 0o666, predecessor: .replacedInItsMode)
    } catch {
      throw failure(error)
    }
  }

  /// The failure of writing it.
  func failure(_ error: FileError) -> Failure { .notSaved(FileError(path: typed, errno: error.errno)) }
}
