import Glibc
import TestSupport
import TestTraits
import Testing
import WorkoutModel
import PlanLibrary

@Suite struct FileTrustTests {
  private let folder: TemporaryFolder
  private let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = try folder.write("sound on\n", to: "intervald/intervald.conf")
  }

  @Test(arguments: [mode_t(0o600), 0o400, 0o644, 0o755, 0o604])
  func `a file that only its owner can write to is believed`(mode: mode_t) throws {
    try change(file, mode: mode)
    #expect(throws: Never.self) { try check(file) }
  }

  @Test(arguments: [mode_t(0o620), 0o602, 0o666, 0o664, 0o777])
  func `a file that its group or all others can write to is not`(mode: mode_t) throws {
    try change(file, mode: mode)
    #expect(throws: FileTrustError(path: file, fault: .writableFile)) { try check(file) }
  }

  @Test(arguments: [mode_t(0o700), 0o500, 0o755, 0o1777, 0o1770, 0o3775])
  func `a folder in which only the owner can put another file in its place is believed`(mode: mode_t) throws {
    try change(folder.path(of: "intervald"), mode: mode)
    #expect(throws: Never.self) { try check(file) }
  }

  @Test(arguments: [mode_t(0o770), 0o702, 0o777, 0o2775])
  func `a folder in which others can put another file in its place is not`(mode: mode_t) throws {
    let path = folder.path(of: "intervald")
    try change(path, mode: mode)
    #expect(throws: FileTrustError(path: path, fault: .writableFolder)) { try check(file) }
    #expect(throws: FileTrustError(path: path, fault: .writableFolder)) { try FileTrust.checkFolder(path) }
  }

  @Test func `a symbolic link is as good as the file that it leads to`() throws {
    let link = folder.path(of: "link")
    #expect(unsafe symlink(file, link) == 0)
    #expect(throws: Never.self) { try check(link) }
    try change(file, mode: 0o666)
    #expect(throws: FileTrustError(path: link, fault: .writableFile)) { try check(link) }
  }

  @Test(arguments: ["intervald", "links"])
  func `neither the folder of a link nor that of its file may be open to others`(name: String) throws {
    let folders = ["intervald": folder.path(of: "intervald"), "links": try folder.folder("links")]
    let link = folder.path(of: "links/intervald.conf")
    #expect(unsafe symlink(file, link) == 0)
    let open = try #require(folders[name])
    try change(open, mode: 0o777)
    #expect(throws: FileTrustError(path: open, fault: .writableFolder)) { try check(link) }
  }

  @Test func `a file or folder of root's is believed, whoever asks`() throws {
    #expect(throws: Never.self) { try check("/etc/passwd") }
    #expect(throws: Never.self) { try FileTrust.checkFolder("/etc") }
  }

  @Test func `a folder that is not there can be left to whoever looks for a file in it`() throws {
    #expect(throws: Never.self) { try FileTrust.checkFolder(folder.path(of: "nowhere")) }
  }

  @Test(.root, arguments: ["intervald", "intervald/intervald.conf"])
  func `what belongs to another user is not believed`(name: String) throws {
    let path = folder.path(of: name)
    #expect(unsafe chown(path, 1234, 0) == 0)
    #expect(throws: FileTrustError(path: path, fault: .foreignOwner(1234))) { try check(file) }
  }

  @Test func `what is wrong is said with the remedy`() {
    let writable = FileTrustError(path: "/home/ann/it's mine/x", fault: .writableFile)
    #expect(writable.message == "others can write to it")
    #expect(writable.hint == "see what is in it, then: chmod go-w '/home/ann/it'\\''s mine/x'")
    let folder = FileTrustError(path: "/etc/xdg/intervald", fault: .writableFolder)
    #expect(folder.message == "others can write to this folder")
    #expect(folder.hint == "see what is in it, then: chmod go-w /etc/xdg/intervald")
    let foreign = FileTrustError(path: "/x", fault: .foreignOwner(1000))
    #expect(foreign.message == "belongs to another user, with the number 1000")
    #expect(foreign.hint == "see what is in it, and put a file of your own in its place")
  }

  @Test func `settings are believed or refused by it, and plans are anybody's`() throws {
    let folders = Folders(environment: ["HOME": folder.path, "XDG_CONFIG_HOME": folder.path])
    #expect(try Configuration.read(in: folders).settings.sound == true)
    try change(file, mode: 0o664)
    let fault = FileTrustError(path: file, fault: .writableFile)
    #expect(throws: SettingsFileError(path: file, reason: .untrusted(fault))) { try Configuration.read(in: folders) }
    #expect(try TextFile.read(file) == "sound on\n")
  }

  private func check(_ path: String) throws {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    try FileTrust.check(descriptor, at: path)
  }

  private func change(_ path: String, mode: mode_t) throws {
    try #require(unsafe chmod(path, mode) == 0)
  }
}
