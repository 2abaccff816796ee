import Glibc
import SystemPackage
import TestSupport
import TestTraits
import Testing
import UserFiles

@Suite struct FileTrustTests {
  private let folder: TemporaryFolder
  private let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = try folder.write("sound on\n", to: "intervald/intervald.conf")
  }

  @Test(arguments: [mode_t(0o600), 0o400, 0o644, 0o755, 0o604])
  func `a file is trusted if only its owner can write to it`(mode: mode_t) throws {
    try changeMode(of: file, to: mode)
    #expect(throws: Never.self) { try check(file) }
  }

  @Test(arguments: [mode_t(0o602), 0o666, 0o777])
  func `a file is not trusted if all other users can write to it`(mode: mode_t) throws {
    try changeMode(of: file, to: mode)
    #expect(throws: FileTrustError.writableFile(path: file)) { try check(file) }
  }

  @Test(arguments: [mode_t(0o700), 0o500, 0o755, 0o1777, 0o1770, 0o3775])
  func `a folder is trusted if only its owner can replace files in it`(mode: mode_t) throws {
    try changeMode(of: folder.path(of: "intervald"), to: mode)
    #expect(throws: Never.self) { try check(file) }
  }

  @Test(arguments: [mode_t(0o702), 0o777, 0o2777])
  func `a folder is not trusted if others can replace files in it`(mode: mode_t) throws {
    let path = folder.path(of: "intervald")
    try changeMode(of: path, to: mode)
    #expect(throws: FileTrustError.writableFolder(path: path)) { try check(file) }
    #expect(throws: FileTrustError.writableFolder(path: path)) { try FileTrust.checkFolder(path) }
  }

  @Test func `a symbolic link is trusted if its target is trusted`() throws {
    let link = folder.path(of: "link")
    try makeLink(link, to: file)
    #expect(throws: Never.self) { try check(link) }
    try changeMode(of: file, to: 0o666)
    #expect(throws: FileTrustError.writableFile(path: link)) { try check(link) }
  }

  @Test(arguments: ["intervald", "links"])
  func `a symbolic link is not trusted if other users can write to its folder or its target's folder`(
    name: String
  ) throws {
    let folders = ["intervald": folder.path(of: "intervald"), "links": try folder.folder("links")]
    let link = folder.path(of: "links/intervald.conf")
    try makeLink(link, to: file)
    let open = try #require(folders[name])
    try changeMode(of: open, to: 0o777)
    #expect(throws: FileTrustError.writableFolder(path: open)) { try check(link) }
  }

  @Test func `a file or folder of root is trusted by every user`() throws {
    #expect(throws: Never.self) { try check("/etc/passwd") }
    #expect(throws: Never.self) { try FileTrust.checkFolder("/etc") }
  }

  @Test func `a missing folder passes the check`() throws {
    #expect(throws: Never.self) { try FileTrust.checkFolder(folder.path(of: "nowhere")) }
  }

  @Test(.root, arguments: ["intervald", "intervald/intervald.conf"])
  func `a file or folder of another user is not trusted`(name: String) throws {
    let path = folder.path(of: name)
    #expect(unsafe chown(path, 1234, 0) == 0)
    #expect(throws: FileTrustError.foreignOwner(path: path, user: 1234)) { try check(file) }
  }

  @Test(
    arguments: [
      (.writableFile(path: "/it's mine/x"), "other users can write to it", "chmod go-w '/it'\\''s mine/x'"),
      (.writableFolder(path: "/etc/xdg/x"), "other users can write to this folder", "chmod go-w /etc/xdg/x"),
      (
        .writableFile(path: "/a/x", folders: ["/a"], by: .group("ann", isPrimary: true)),
        "other members of your group ann can write to it and to its folder", "chmod go-w /a/x /a"
      ),
      (
        .writableFolder(path: "/a", by: .group("staff", isPrimary: false)),
        "members of the group staff can write to this folder", "chmod go-w /a"
      ),
    ] as [(FileTrustError, String, String)])
  func `an error about writers names them, and its hint names the file and the folders`(
    error: FileTrustError, message: String, command: String
  ) {
    #expect([error.message, error.hint] == [message, "check its contents, then: \(command)"])
  }

  @Test func `an error about another owner has a message and a hint`() {
    let foreign = FileTrustError.foreignOwner(path: "/x", user: 1000)
    #expect(foreign.message == "belongs to another user, with the number 1000")
    #expect(foreign.hint == "check its contents, then replace it with one that belongs to you")
  }

  @Test(
    .root, .enabled(if: UserGroup(0)?.isPrivate(to: 0) == true, "requires a group of root without other members"),
    arguments: ["intervald/intervald.conf", "intervald", nil])
  func `the primary group of a user may write to a file and its folder if it has no other member`(
    foreign: String?
  ) throws {
    let folder = self.folder.path(of: "intervald")
    try changeMode(of: file, to: 0o664)
    try changeMode(of: folder, to: 0o2775)
    try foreign.map { try #require(unsafe chown(self.folder.path(of: $0), 0, 65_534) == 0) }
    let group = FileTrust.Writers.group(try #require(UserGroup(65_534)).name, isPrimary: false)
    let expected: FileTrustError? =
      switch foreign {
      case "intervald": .writableFolder(path: folder, by: group)
      case nil: nil
      default: .writableFile(path: file, by: group)
      }
    var error: FileTrustError?
    do { try check(file) } catch let caught as FileTrustError { error = caught }
    #expect(error == expected)
  }

  @Test(
    arguments: [
      ([("ann", 7)], [], true), ([("ann", 7)], ["ann"], true), ([("ann", 7), ("toor", 7)], ["toor"], true),
      ([], [], false), ([], ["ann"], false), ([("ann", 7), ("bob", 8)], [], false), ([("bob", 8)], ["ann"], false),
      ([("ann", 7)], ["bob"], false), ([("ann", 7)], ["ann", "bob"], false),
    ] as [([(String, UInt32)], [String], Bool)])
  func `a group is private to a user whose primary group it is, if it has no other member`(
    users: [(String, UInt32)], members: [String], isPrivate: Bool
  ) {
    let group = UserGroup(name: "ann", members: members, primaryUsers: users.map { .init(name: $0.0, id: $0.1) })
    #expect(group.isPrivate(to: 7) == isPrivate)
  }

  private func check(_ path: String) throws {
    try FileTrust.check(OpenFile(path, .readOnly))
  }
}
