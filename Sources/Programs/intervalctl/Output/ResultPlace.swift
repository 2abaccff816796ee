import FoundationEssentials
import Glibc
import PlanLibrary

/// The place of a result on disk: a file in an existing folder.
struct ResultPlace: Equatable {
  /// As it was typed.
  let typed: String
  let absolutePath: String
  /// Whether a file that is there is replaced.
  let overwrite: Bool
  /// Whether a pipe or a device is there, which is written to and stays.
  let isStream: Bool

  /// Checks whether a file can be written there: stat(2), access(2).
  ///
  /// - Parameters:
  ///   - typed: a path.
  ///   - overwrite: whether a file that is there may be replaced.
  ///   - canBeStream: whether a pipe or a device will do.
  /// - Throws: `Failure` for a file that is there and may not be replaced, for what is there and cannot be, such as a
  ///   folder, and for a missing folder.
  init(_ typed: String, overwrite: Bool, canBeStream: Bool = false) throws(Failure) {
    guard !typed.isEmpty else { throw .notSaved(FileError(path: "''", errno: ENOENT)) }
    self.typed = typed
    self.overwrite = overwrite
    absolutePath = typed.hasPrefix("/") ? typed : "\(FileManager.default.currentDirectoryPath)/\(typed)"
    var status = stat()
    // The call reads the path, a C string for as long as it lasts, and writes into the variable, which outlives it.
    let isThere = unsafe stat(absolutePath, &status) == 0 || lstat(absolutePath, &status) == 0
    let kind = isThere ? status.st_mode & S_IFMT : S_IFREG
    isStream = kind == S_IFIFO || kind == S_IFCHR
    switch kind {
    case S_IFREG: guard !isThere || overwrite else { throw .fileExists(typed) }
    case S_IFDIR: throw .notSaved(FileError(path: typed, errno: EISDIR))
    case S_IFLNK: throw .linkToNothing(typed)
    default: guard isStream, canBeStream else { throw .notRegular(typed) }
    }
    let folder = String(absolutePath[...(absolutePath.lastIndex(of: "/") ?? absolutePath.startIndex)])
    guard unsafe access(folder, F_OK) == 0 else { throw failure(errno) }
  }

  /// Begins to write a file there, which takes its place when it is whole, with the mode of the file that it replaces.
  func file() throws(Failure) -> PendingFile {
    do {
      return try PendingFile(
        at: absolutePath, mode: 0o666, predecessor: overwrite ? .replacedInItsMode : .kept)
    } catch {
      throw failure(error)
    }
  }

  /// The failure of writing the file.
  func failure(_ error: FileError) -> Failure { failure(error.errno) }

  /// The failure of a system call.
  func failure(_ errno: CInt) -> Failure {
    errno == EEXIST ? .fileExists(typed) : .notSaved(FileError(path: typed, errno: errno))
  }
}
