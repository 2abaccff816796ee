import Glibc
import Synchronization

/// A group of users; see group(5), passwd(5).
package struct UserGroup: Equatable, Sendable {
  package let name: String
  /// The names of the members in the list of groups.
  let members: [String]
  /// The users whose primary group this is.
  let primaryUsers: [User]

  package struct User: Equatable, Sendable {
    let name: String
    let id: UInt32

    package init(name: String, id: UInt32) {
      self.name = name
      self.id = id
    }
  }

  package init(name: String, members: [String], primaryUsers: [User]) {
    self.name = name
    self.members = members
    self.primaryUsers = primaryUsers
  }

  /// Whether this is the primary group of a user.
  package func isPrimary(of user: UInt32) -> Bool { primaryUsers.contains { $0.id == user } }

  /// Whether this is the primary group of a user and has no other member.
  ///
  /// Debian's OpenSSH applies the same rule to group-writable files. Many systems give each user such a group.
  package func isPrivate(to user: UInt32) -> Bool {
    let names = primaryUsers.filter { $0.id == user }.map(\.name)
    return !names.isEmpty && primaryUsers.allSatisfy { $0.id == user } && members.allSatisfy(names.contains)
  }
}

extension UserGroup {
  /// The database of users has one position for the whole process, so only one thread may read it.
  private static let database = Mutex(())

  /// Reads a group and its members; nil if the group is unknown; see getgrgid(3), getpwent(3), getpwuid(3).
  package init?(_ id: UInt32) {
    let group = Self.database.withLock { _ -> UserGroup? in
      // The lock protects the static storage of these functions, which no other code of the programs calls. All strings
      // are copied before the next call.
      guard let entry = unsafe getgrgid(id)?.pointee else { return nil }
      let name = unsafe String(cString: entry.gr_name)
      var members: [String] = []
      var next = unsafe entry.gr_mem
      while let member = unsafe next?.pointee {
        members.append(unsafe String(cString: member))
        unsafe next = next?.successor()
      }
      var users: [User] = []
      setpwent()
      defer { endpwent() }
      while let user = unsafe getpwent()?.pointee {
        guard unsafe user.pw_gid == id else { continue }
        users.append(unsafe User(name: String(cString: user.pw_name), id: user.pw_uid))
      }
      // A directory service such as LDAP may find a user, but leave the user out of the list.
      if let own = unsafe getpwuid(geteuid())?.pointee, unsafe own.pw_gid == id,
        !users.contains(where: { $0.id == geteuid() })
      {
        users.append(unsafe User(name: String(cString: own.pw_name), id: own.pw_uid))
      }
      return UserGroup(name: name, members: members, primaryUsers: users)
    }
    guard let group else { return nil }
    self = group
  }
}
