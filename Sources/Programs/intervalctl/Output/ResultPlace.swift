import FoundationEssentials
import SystemPackage
import UserFiles

/// The place of a result on disk: a file in an existing folder.
struct ResultPlace: Equatable {
  /// As it was typed.
  let typed: String
  let absolutePath: String
  /// Whether a file that is there is replaced.
  let overwrite: Bool
  /// Whether a pipe or a device is there, which is written to and stays.
  let isStream: Bool

  /// Checks whether a file can be written there: stat(2), lstat(2), access(2).
  ///
  /// - Parameters:
  ///   - typed: a path.
  ///   - overwrite: whether a file that is there may be replaced.
  ///   - canBeStream: whether a pipe or a device will do.
  /// - Throws: `Failure` for a file that is there and may not be replaced, for what is there and cannot be, such as a
  ///   folder, and for a missing folder.
  init(_ typed: String, overwrite: Bool, canBeStream: Bool = false) throws(Failure) {
    guard !typed.isEmpty else { throw .notSaved(SystemError("''", .noSuchFileOrDirectory)) }
    guard !typed.utf8.contains(0) else { throw .notSaved(SystemError(typed, .invalidArgument)) }
    self.typed = typed
    self.overwrite = overwrite
    absolutePath = typed.hasPrefix("/") ? typed : "\(FileManager.default.currentDirectoryPath)/\(typed)"
    let status = (try? Stat(at: absolutePath)) ?? (try? Stat(at: absolutePath, followsLink: false))
    isStream = status?.type == .fifo || status?.type == .characterSpecial
    switch status?.type {
    case nil: break
    case .regular: guard overwrite else { throw .fileExists(typed) }
    case .directory: throw .notSaved(SystemError(typed, .isDirectory))
    case .symbolicLink: throw .linkToNothing(typed)
    default: guard isStream, canBeStream else { throw .notRegular(typed) }
    }
    let folder = String(absolutePath[...(absolutePath.lastIndex(of: "/") ?? absolutePath.startIndex)])
    do {
      try SystemCalls.access(folder)
    } catch {
      throw failure(error)
    }
  }

  /// Begins to write a file there, which takes its place when it is whole, with the mode of the file that it replaces.
  func file() throws(Failure) -> PendingFile {
    do {
      return try PendingFile(
        at: absolutePath, mode: [.ownerReadWrite, .groupReadWrite, .otherReadWrite],
        ifExists: overwrite ? .replaceKeepingMode : .fail)
    } catch {
      throw failure(error)
    }
  }

  /// The failure of writing the file.
  func failure(_ error: SystemError) -> Failure {
    error.errno == .fileExists ? .fileExists(typed) : .notSaved(SystemError(typed, error.errno))
  }
}
