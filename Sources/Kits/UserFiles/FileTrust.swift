import Glibc
package import SystemPackage
import Text

/// Checks that only the user and root can have changed a file.
///
/// The file must belong to the user or to root, and no other user may write to the file. Its group may write to the
/// file if this is the user's own primary group and has no other member.
package enum FileTrust {
  /// Checks an open file and the folder that contains it; see fstat(2), stat(2).
  ///
  /// If the path is a symbolic link, the folder of the target is also checked. A symbolic link is trusted if its target
  /// is trusted. Other users may write to a folder with the sticky bit, because they can only add files there. Parent
  /// folders are not checked.
  package static func check(_ file: borrowing OpenFile) throws(FileTrustError) {
    let path = file.path
    let status = try SystemError.wrapped(in: FileTrustError.system, file.status())
    try checkOwner(status, at: path)
    var folders = [path, SystemCalls.realPath(path) ?? path].map(Folder.path(ofFolderOf:))
    if folders[0] == folders[1] { folders.removeLast() }
    var writable: [(path: String, writers: Writers)] = []
    for folder in folders {
      if let writers = try writers(ofFolder: folder) { writable.append((folder, writers)) }
    }
    if let writers = Writers(status) {
      let all = [writers] + writable.map(\.writers)
      throw .writableFile(path: path, folders: writable.map(\.path), by: all.first { $0 == .others } ?? writers)
    }
    if let folder = writable.first { throw .writableFolder(path: folder.path, by: folder.writers) }
  }

  /// Checks a folder itself; see stat(2).
  ///
  /// A missing folder passes the check, because it contains no files.
  package static func checkFolder(_ path: String) throws(FileTrustError) {
    if let writers = try writers(ofFolder: path) { throw .writableFolder(path: path, by: writers) }
  }

  /// The users who can replace the files in a folder; nil if only this user and root can.
  private static func writers(ofFolder path: String) throws(FileTrustError) -> Writers? {
    let status: Stat
    do {
      status = try Stat(at: path)
    } catch {
      guard error.errno != .noSuchFileOrDirectory, error.errno != .notDirectory else { return nil }
      throw .system(error)
    }
    try checkOwner(status, at: path)
    return status.permissions.contains(.saveText) ? nil : Writers(status)
  }

  private static func checkOwner(_ status: Stat, at path: String) throws(FileTrustError) {
    let owner = status.userID.rawValue
    guard owner == geteuid() || owner == 0 || UserNamespace.hides(owner: owner) else {
      throw .foreignOwner(path: path, user: owner)
    }
  }

  /// Other users who may write to a file.
  package enum Writers: Equatable, Sendable {
    case others
    /// The members of a group; `isPrimary` is true for the primary group of this user.
    case group(String, isPrimary: Bool)

    /// Returns nil if only the owner may write to the file, or also a group whose only member is this user.
    package init?(_ status: Stat) {
      guard !status.permissions.contains(.otherWrite) else {
        self = .others
        return
      }
      // The members of a group are read only if they matter, because a directory service may be slow.
      guard status.permissions.contains(.groupWrite) else { return nil }
      let id = status.groupID.rawValue
      let group = UserGroup(id)
      guard group?.isPrivate(to: geteuid()) != true else { return nil }
      self = .group(group?.name ?? "\(id)", isPrimary: group?.isPrimary(of: geteuid()) ?? false)
    }

    /// The subject of a sentence: `other users`, `other members of your group ann`.
    package var words: String {
      switch self {
      case .others: "other users"
      case .group(let name, isPrimary: true): "other members of your group \(name)"
      case .group(let name, isPrimary: false): "members of the group \(name)"
      }
    }
  }
}

extension Stat {
  /// The permissions, without those of the group if its only member is this user.
  package var permissionsExceptPrivateGroup: FilePermissions {
    let group: FilePermissions = .groupReadWriteExecute
    guard !permissions.isDisjoint(with: group), UserGroup(groupID.rawValue)?.isPrivate(to: geteuid()) == true else {
      return permissions
    }
    return permissions.subtracting(group)
  }
}

/// Reason why another user may have changed a file or folder.
package enum FileTrustError: Error, Equatable, Sendable {
  /// The file or folder belongs to another user, whose number is `user`.
  case foreignOwner(path: String, user: UInt32)
  /// Other users can write to the file, and replace the files in `folders`, which contain the file.
  case writableFile(path: String, folders: [String] = [], by: FileTrust.Writers = .others)
  /// Other users can replace the files in the folder.
  case writableFolder(path: String, by: FileTrust.Writers = .others)
  /// The file or folder cannot be checked.
  case system(SystemError)

  /// Path of the file or folder.
  package var path: String {
    switch self {
    case .foreignOwner(let path, _), .writableFile(let path, _, _), .writableFolder(let path, _): path
    case .system(let error): error.subject
    }
  }

  /// Message without the path.
  package var message: String {
    switch self {
    case .foreignOwner(_, let user): "belongs to another user, with the number \(user)"
    case .writableFile(_, let folders, let writers):
      "\(writers.words) can write to it\(folders.isEmpty ? "" : " and to its folder")"
    case .writableFolder(_, let writers): "\(writers.words) can write to this folder"
    case .system(let error): error.reason
    }
  }

  /// Remedy, including a command if possible.
  package var hint: String {
    switch self {
    case .foreignOwner: "check its contents, then replace it with one that belongs to you"
    case .writableFile(let path, let folders, _): FileHint.protect([path] + folders)
    case .writableFolder(let path, _): FileHint.protect([path])
    case .system: FileHint.list(path)
    }
  }
}

/// Hints about files, for several messages.
package enum FileHint {
  /// The command that shows the owner and the mode of the file at a path.
  package static func list(_ path: String) -> String { "inspect it: ls -ld \(path.shellWord)" }

  /// A hint to check a file, with the command that removes write access for the group and for others.
  ///
  /// `paths` are the file and its folders.
  package static func protect(_ paths: [String]) -> String {
    "check its contents, then: chmod go-w \(paths.map(\.shellWord).joined(separator: " "))"
  }

  /// The command that gives the owner permissions such as `rwx`.
  ///
  /// Only the owner may run it. For a file of another user, the hint is only to inspect it; see stat(2).
  package static func permit(_ permissions: String, _ path: String) -> String {
    if let status = try? Stat(at: path), status.userID.rawValue != geteuid() { return list(path) }
    return "chmod u+\(permissions) \(path.shellWord)"
  }
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
