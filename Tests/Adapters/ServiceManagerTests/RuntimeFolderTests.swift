import Glibc
import ServiceManager
import TestSupport
import Testing

@Suite struct RuntimeFolderTests {
  @Test func `the folder is made for its user alone`() throws {
    let scratch = try TemporaryFolder()
    let folder = try RuntimeFolder(in: scratch.path)
    #expect(folder.path == "\(scratch.path)/intervald")
    #expect(folder.path(of: "control.sock") == "\(scratch.path)/intervald/control.sock")
    #expect(mode(of: folder.path) == 0o700)
  }

  @Test func `a slash at the end of the base makes no difference`() throws {
    let scratch = try TemporaryFolder()
    #expect(try RuntimeFolder(in: scratch.path + "/") == RuntimeFolder(in: scratch.path))
  }

  @Test func `a folder that others can only read is tightened`() throws {
    let scratch = try TemporaryFolder()
    #expect(unsafe mkdir(scratch.path(of: "intervald"), 0o755) == 0)
    let folder = try RuntimeFolder(in: scratch.path)
    #expect(mode(of: folder.path) == 0o700)
  }

  @Test(arguments: [mode_t(0o770), 0o702, 0o777])
  func `a folder that others can write to is refused, and left as it is`(mode: mode_t) throws {
    let scratch = try TemporaryFolder()
    let path = scratch.path(of: "intervald")
    #expect(unsafe mkdir(path, 0o700) == 0 && chmod(path, mode) == 0)
    let error = #expect(throws: ServiceManagerError.self) { try RuntimeFolder(in: scratch.path) }
    #expect(error == ServiceManagerError(.runtimeFolderUnsafe, subject: path))
    #expect(
      error?.description
        == "others can write to the folder \"\(path)\"; see what is in it, then: chmod go-w '\(path)'")
    #expect(self.mode(of: path) == mode)
  }

  @Test func `a folder of another user is refused`() throws {
    let scratch = try TemporaryFolder()
    let path = scratch.path(of: "usr")
    #expect(unsafe mkdir(path, 0o700) == 0)
    // Only root can give a folder away; for anybody else the machine's own is another user's.
    let base = unsafe chown(path, 65_534, 65_534) == 0 ? scratch.path : "/"
    #expect(throws: ServiceManagerError(.runtimeFolderForeign, subject: base == "/" ? "/usr" : path)) {
      try RuntimeFolder(in: base, named: "usr")
    }
  }

  @Test func `a symbolic link in its place is not followed`() throws {
    let scratch = try TemporaryFolder()
    let path = scratch.path(of: "intervald")
    #expect(unsafe symlink("/tmp", path) == 0)
    #expect(throws: ServiceManagerError(.runtimeFolderUnusable, errno: ENOTDIR, subject: path)) {
      try RuntimeFolder(in: scratch.path)
    }
  }

  @Test(arguments: [nil, ""])
  func `an unset base is a clear error`(base: String?) throws {
    let error = #expect(throws: ServiceManagerError.self) { try RuntimeFolder(in: base) }
    #expect(error?.code == .runtimeFolderUnset)
    #expect(error?.description == "XDG_RUNTIME_DIR is not set")
  }

  @Test func `a relative base is a clear error`() throws {
    let error = #expect(throws: ServiceManagerError.self) { try RuntimeFolder(in: "run/user/0") }
    #expect(error?.code == .runtimeFolderRelative)
    #expect(error?.description == "XDG_RUNTIME_DIR is no absolute path: \"run/user/0\"")
  }

  @Test func `a base that is not there is an error with the system's reason`() throws {
    let error = #expect(throws: ServiceManagerError.self) { try RuntimeFolder(in: "/nowhere") }
    #expect(error?.code == .runtimeFolderUnusable)
    #expect(error?.description == "cannot use the folder \"/nowhere/intervald\": No such file or directory")
  }

  private func mode(of path: String) -> mode_t? {
    var status = stat()
    // The variable outlives the call, which keeps no pointer to it.
    return unsafe lstat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
  }
}
