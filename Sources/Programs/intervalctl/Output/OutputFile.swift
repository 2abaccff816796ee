import Glibc
import PlanLibrary
import SystemPackage
import TerminalUI
import UserFiles

/// A file, a pipe or a device to which a result is written.
enum OutputFile {
  /// Whether a path means standard output.
  static func isStandardOutput(_ path: String) -> Bool { path == "-" || path == "/dev/stdout" }

  /// Throws the failures of `write` that can be detected before the file is written.
  static func check(_ path: String, overwrite: Bool) throws(Failure) {
    guard !isStandardOutput(path) else { return }
    _ = try ResultPlace(path, overwrite: overwrite, canBeStream: true)
  }

  /// Writes a result to a file, a pipe or a device.
  ///
  /// A file is written completely or not at all. If `syncsFolder` is false, the caller must call `syncFolders(of:)`.
  ///
  /// - Throws: `Failure` for a path that cannot be written, and for an existing file that may not be overwritten;
  ///   `OutputError` for an error of a pipe or a device.
  static func write(_ bytes: [UInt8], to path: String, overwrite: Bool, syncsFolder: Bool = true) throws {
    let place = try ResultPlace(path, overwrite: overwrite, canBeStream: true)
    guard !place.isStream else { return try write(bytes, toStream: place) }
    let file = try place.file()
    do {
      try file.write(bytes)
      try file.commit(syncsFolder: syncsFolder)
    } catch {
      throw place.failure(error)
    }
  }

  /// Waits until the names of written files are on the disk; each folder is synced once.
  static func syncFolders(of paths: [String]) throws(Failure) {
    do {
      try Folder.sync(forFilesAt: paths.map { SystemCalls.realPath($0) ?? $0 })
    } catch {
      throw .notSaved(error)
    }
  }

  /// Writes results to files: all of them, or none.
  static func write(_ files: [(path: String, bytes: [UInt8])], overwrite: Bool) throws(Failure) {
    var pending: [PendingFile] = []
    for (path, bytes) in files {
      let place = try ResultPlace(path, overwrite: overwrite)
      let file = try place.file()
      do {
        try file.write(bytes)
      } catch {
        throw place.failure(error)
      }
      pending.append(file)
    }
    do {
      try PendingFile.commit(pending)
    } catch {
      throw error.errno == .fileExists ? .fileExists(error.subject) : .notSaved(error)
    }
  }

  /// Writes to a pipe or a device.
  ///
  /// open(2) waits until a pipe has a reader.
  private static func write(_ bytes: [UInt8], toStream place: ResultPlace) throws {
    let file: OpenFile
    do {
      file = try OpenFile(place.absolutePath, .writeOnly, options: .noControllingTerminal)
    } catch {
      throw place.failure(error)
    }
    try TextStream(descriptor: file.descriptor.rawValue, environment: [:]).write(bytes)
    extendLifetime(file)
  }
}

/// The path of a file to which a result can be written, in an existing folder.
struct ResultPlace: Equatable {
  /// The path as typed.
  let typed: String
  let absolutePath: String
  /// Whether an existing file is overwritten.
  let overwrite: Bool
  /// Whether the path is an existing pipe or device; the result is then written directly to the pipe or device.
  let isStream: Bool

  /// Checks whether a file can be written; see stat(2), lstat(2) and access(2).
  ///
  /// - Parameters:
  ///   - typed: a path.
  ///   - overwrite: whether an existing file may be overwritten.
  ///   - canBeStream: whether the path may be a pipe or a device.
  /// - Throws: `Failure` for an existing file that may not be overwritten, for a path that cannot be a file, such as
  ///   the path of a folder, and for a missing folder.
  init(_ typed: String, overwrite: Bool, canBeStream: Bool = false) throws(Failure) {
    guard !typed.isEmpty else { throw .notSaved(SystemError("''", .noSuchFileOrDirectory)) }
    guard !typed.utf8.contains(0) else { throw .notSaved(SystemError(typed, .invalidArgument)) }
    self.typed = typed
    self.overwrite = overwrite
    absolutePath = typed.absolutePath
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

  /// Opens a temporary file, which becomes the file at this path when the caller commits it.
  ///
  /// If the file overwrites an existing file, it has the mode of the existing file.
  func file() throws(Failure) -> PendingFile {
    do {
      return try PendingFile(
        at: absolutePath, mode: [.ownerReadWrite, .groupReadWrite, .otherReadWrite],
        ifExists: overwrite ? .replaceKeepingMode : .fail)
    } catch {
      throw failure(error)
    }
  }

  /// The failure for an error in writing the file.
  func failure(_ error: SystemError) -> Failure {
    error.errno == .fileExists ? .fileExists(typed) : .notSaved(SystemError(typed, error.errno))
  }
}

extension String {
  /// The path, which is relative to the working directory if it does not begin with `/`.
  ///
  /// The path is unchanged if the working directory has been removed.
  var absolutePath: String {
    guard !hasPrefix("/"), let folder = SystemCalls.realPath(".") else { return self }
    return "\(folder)/\(hasPrefix("./") ? dropFirst(2) : self[...])"
  }
}
