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

  @Test(arguments: [mode_t(0o620), 0o602, 0o666, 0o664, 0o777])
  func `a file is not trusted if its group or all others can write to it`(mode: mode_t) throws {
    try changeMode(of: file, to: mode)
    #expect(throws: FileTrustError.writableFile(path: file)) { try check(file) }
  }

  @Test(arguments: [mode_t(0o700), 0o500, 0o755, 0o1777, 0o1770, 0o3775])
  func `a folder is trusted if only its owner can replace files in it`(mode: mode_t) throws {
    try changeMode(of: folder.path(of: "intervald"), to: mode)
    #expect(throws: Never.self) { try check(file) }
  }

  @Test(arguments: [mode_t(0o770), 0o702, 0o777, 0o2775])
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
  func `a symbolic link is not trusted if others can write to its folder or its target's folder`(name: String) throws {
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

  @Test func `an error has a message and a hint`() {
    let writable = FileTrustError.writableFile(path: "/home/ann/it's mine/x")
    #expect(writable.message == "others can write to it")
    #expect(writable.hint == "check its contents, then: chmod go-w '/home/ann/it'\\''s mine/x'")
    let folder = FileTrustError.writableFolder(path: "/etc/xdg/intervald")
    #expect(folder.message == "others can write to this folder")
    #expect(folder.hint == "check its contents, then: chmod go-w /etc/xdg/intervald")
    let foreign = FileTrustError.foreignOwner(path: "/x", user: 1000)
    #expect(foreign.message == "belongs to another user, with the number 1000")
    #expect(foreign.hint == "check its contents, then replace it with one that belongs to you")
  }

  private func check(_ path: String) throws {
    try FileTrust.check(OpenFile(path, .readOnly))
  }
}
