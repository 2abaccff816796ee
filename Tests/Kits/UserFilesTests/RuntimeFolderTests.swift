import Glibc
import SystemPackage
import TestSupport
import Testing
import UserFiles

@Suite struct RuntimeFolderTests {
  private let scratch: TemporaryFolder

  init() throws {
    scratch = try TemporaryFolder()
  }

  @Test func `only its owner can use a new folder`() throws {
    let folder = try runtimeFolder()
    #expect(folder.path == "\(scratch.path)/intervald")
    #expect(folder.path(of: "control.sock") == "\(scratch.path)/intervald/control.sock")
    #expect(try mode(of: folder.path) == 0o700)
  }

  @Test func `a slash at the end of the base folder has no effect`() throws {
    #expect(try runtimeFolder(in: scratch.path + "/") == runtimeFolder())
  }

  @Test func `a folder that others can only read is made private`() throws {
    #expect(unsafe mkdir(scratch.path(of: "intervald"), 0o755) == 0)
    let folder = try runtimeFolder()
    #expect(try mode(of: folder.path) == 0o700)
  }

  @Test(arguments: [mode_t(0o702), 0o777])
  func `a folder that other users can write to is refused, and not changed`(permissions: mode_t) throws {
    let path = try scratch.folder("intervald")
    try changeMode(of: path, to: permissions)
    let error = #expect(throws: RuntimeFolderError.self) { try runtimeFolder() }
    #expect(error == .untrusted(.writableFolder(path: path)))
    #expect(
      error?.description
        == "\(path): other users can write to this folder; check its contents, then: chmod go-w \(path)")
    #expect(try mode(of: path) == permissions)
  }

  @Test func `a folder of another user is refused`() throws {
    let path = try scratch.folder("usr")
    // Only root can give a folder to another user. If the test does not run as root, it uses `/usr`, which belongs to
    // root.
    let base = unsafe chown(path, 65_534, 65_534) == 0 ? scratch.path : "/"
    let foreign = base == "/" ? "/usr" : path
    let error = #expect(throws: RuntimeFolderError.self) { try runtimeFolder("usr", in: base) }
    #expect(error == .foreign(path: foreign))
    #expect(
      error?.description
        == "the folder \"\(foreign)\" belongs to another user; run intervald as that user, or set another XDG_RUNTIME_DIR"
    )
  }

  @Test func `a symbolic link to a folder is not followed`() throws {
    let path = scratch.path(of: "intervald")
    try makeLink(path, to: "/tmp")
    #expect(throws: RuntimeFolderError.system(SystemError(path, .notDirectory))) { try runtimeFolder() }
  }

  @Test(
    arguments: [
      ([:], .unset, "XDG_RUNTIME_DIR is not set"),
      (["XDG_RUNTIME_DIR": ""], .unset, "XDG_RUNTIME_DIR is not set"),
      (
        ["XDG_RUNTIME_DIR": "run/user/0"], .relative("run/user/0"),
        "XDG_RUNTIME_DIR is \"run/user/0\", which is not an absolute path"
      ),
    ] as [([String: String], XDGFolders.RuntimeError, String)])
  func `an unset or relative base is an error`(
    environment: [String: String], base: XDGFolders.RuntimeError, words: String
  ) {
    let error = #expect(throws: RuntimeFolderError.self) {
      try RuntimeFolder("intervald", in: XDGFolders(environment: environment))
    }
    #expect(error == .noBase(base))
    #expect(error?.description == words)
  }

  @Test func `a missing base is an error with the system's reason`() {
    let error = #expect(throws: RuntimeFolderError.self) { try runtimeFolder(in: "/nowhere") }
    #expect(error == .system(SystemError("/nowhere/intervald", .noSuchFileOrDirectory)))
    #expect(error?.description == "cannot use the folder \"/nowhere/intervald\": No such file or directory")
  }

  /// Creates the runtime folder in a base folder; the default base is the temporary folder.
  private func runtimeFolder(_ name: String = "intervald", in base: String? = nil) throws -> RuntimeFolder {
    try RuntimeFolder(name, in: XDGFolders(environment: ["XDG_RUNTIME_DIR": base ?? scratch.path]))
  }
}
