import Glibc
import SystemPackage
import Text

/// Checks that only the user and root can have changed a file.
///
/// The file must belong to the user or to root, and neither its group nor others may write to the file.
package enum FileTrust {
  /// Checks an open file and the folder that contains it; see fstat(2), stat(2).
  ///
  /// If the path is a symbolic link, the folder of the target is also checked. A symbolic link is trusted if its target
  /// is trusted. Others may write to a folder with the sticky bit, because they can only add files there. Parent
  /// folders are not checked.
  package static func check(_ file: borrowing OpenFile) throws(FileTrustError) {
    let path = file.path
    let status = try SystemError.wrapped(in: FileTrustError.system, file.status())
    try checkOwner(status, at: path)
    guard !status.isWritableByOthers else { throw .writableFile(path: path) }
    let folders = [path, SystemCalls.realPath(path) ?? path].map(Folder.path(ofFolderOf:))
    for folder in folders.first == folders.last ? [folders[0]] : folders { try checkFolder(folder) }
  }

  /// Checks a folder itself; see stat(2).
  ///
  /// A missing folder passes the check, because it contains no files.
  package static func checkFolder(_ path: String) throws(FileTrustError) {
    let status: Stat
    do {
      status = try Stat(at: path)
    } catch {
      guard error.errno != .noSuchFileOrDirectory, error.errno != .notDirectory else { return }
      throw .system(error)
    }
    try checkOwner(status, at: path)
    guard !status.isWritableByOthers || status.permissions.contains(.saveText) else {
      throw .writableFolder(path: path)
    }
  }

  private static func checkOwner(_ status: Stat, at path: String) throws(FileTrustError) {
    let owner = status.userID.rawValue
    guard owner == geteuid() || owner == 0 || UserNamespace.hides(owner: owner) else {
      throw .foreignOwner(path: path, user: owner)
    }
  }
}

/// Reason why another user may have changed a file or folder.
package enum FileTrustError: Error, Equatable, Sendable {
  /// The file or folder belongs to another user, whose number is `user`.
  case foreignOwner(path: String, user: UInt32)
  case writableFile(path: String)
  /// Other users can replace the files in the folder.
  case writableFolder(path: String)
  /// The file or folder cannot be checked.
  case system(SystemError)

  /// Path of the file or folder.
  package var path: String {
    switch self {
    case .foreignOwner(let path, _), .writableFile(let path), .writableFolder(let path): path
    case .system(let error): error.subject
    }
  }

  /// Message without the path.
  package var message: String {
    switch self {
    case .foreignOwner(_, let user): "belongs to another user, with the number \(user)"
    case .writableFile: "others can write to it"
    case .writableFolder: "others can write to this folder"
    case .system(let error): error.reason
    }
  }

  /// Remedy, including a command if possible.
  package var hint: String {
    switch self {
    case .foreignOwner: "check its contents, then replace it with one that belongs to you"
    case .writableFile, .writableFolder: FileHint.protect(path)
    case .system: FileHint.list(path)
    }
  }
}

/// Hints about files, for several messages.
package enum FileHint {
  /// The command that shows the owner and the mode of the file at a path.
  package static func list(_ path: String) -> String { "inspect it: ls -ld \(path.shellWord)" }

  /// A hint to check the file, with the command that removes write access for the group and for others.
  package static func protect(_ path: String) -> String { "check its contents, then: chmod go-w \(path.shellWord)" }
}

/// The user namespace of this process; see user_namespaces(7).
private enum UserNamespace {
  /// Whether an owner is outside the namespace; in a unit with `PrivateUsers=yes`, root is outside the namespace.
  ///
  /// The owners outside the namespace all have the same number, so root cannot be distinguished from them. However,
  /// only root among these owners can create files in the folders of the settings.
  static func hides(owner: uid_t) -> Bool {
    owner == overflowUser && !maps(owner)
  }

  /// Whether `/proc/self/uid_map` contains a user's number.
  ///
  /// Each line of the file maps a range of users: the first number inside the namespace, the first number outside, and
  /// the count of numbers.
  private static func maps(_ user: uid_t) -> Bool {
    guard let map = try? TextFile.read("/proc/self/uid_map") else { return true }
    return map.split(separator: "\n").contains { line in
      let numbers = line.split(separator: " ").compactMap { UInt64($0) }
      return numbers.count == 3 && (numbers[0]..<numbers[0] + numbers[2]).contains(UInt64(user))
    }
  }

  /// Number that replaces a user outside the namespace: the default of `/proc/sys/kernel/overflowuid`.
  private static let overflowUser: uid_t = 65_534
}
