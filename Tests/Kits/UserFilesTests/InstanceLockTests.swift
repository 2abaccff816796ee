import Glibc
import SystemPackage
import TestSupport
import Testing
import UserFiles

@Suite struct InstanceLockTests {
  private let scratch: TemporaryFolder
  private let path: String

  init() throws {
    scratch = try TemporaryFolder()
    path = scratch.path(of: "lock")
  }

  @Test func `the lock file is private and contains the process ID`() throws {
    let lock = try InstanceLock(path: path)
    #expect(try scratch.read("lock") == "\(getpid())\n")
    #expect(try mode(of: path) == 0o600)
    _ = consume lock
  }

  @Test func `a second instance is refused with the process ID of the first`() throws {
    let lock = try InstanceLock(path: path)
    let error = #expect(throws: InstanceLockError.self) { _ = try InstanceLock(path: path) }
    #expect(error == .held(path: path, process: getpid()))
    #expect(error?.description == "already running as process \(getpid()), which holds \"\(path)\"")
    _ = consume lock
  }

  @Test func `a second instance is refused even if the lock file is empty`() throws {
    let lock = try InstanceLock(path: path)
    #expect(unsafe truncate(path, 0) == 0)
    let error = #expect(throws: InstanceLockError.self) { _ = try InstanceLock(path: path) }
    #expect(error == .held(path: path, process: nil))
    #expect(error?.description == "already running: another process holds \"\(path)\"")
    _ = consume lock
  }

  @Test func `a refused instance does not change the lock file`() throws {
    let lock = try InstanceLock(path: path)
    _ = try? InstanceLock(path: path)
    #expect(try scratch.read("lock") == "\(getpid())\n")
    _ = consume lock
  }

  @Test func `the lock can be taken again after its release`() throws {
    do {
      let lock = try InstanceLock(path: path)
      _ = consume lock
    }
    #expect(throws: Never.self) { _ = try InstanceLock(path: path) }
  }

  @Test(arguments: ["", "99999\n", "no number", String(repeating: "9", count: 1_000)])
  func `a lock file without a lock does not prevent a new lock`(contents: String) throws {
    try scratch.write(contents, to: "lock")
    let lock = try InstanceLock(path: path)
    #expect(try scratch.read("lock") == "\(getpid())\n")
    _ = consume lock
  }

  @Test func `a child process does not inherit the lock`() async throws {
    let lock = try InstanceLock(path: path)
    let links = try await Invocation.run("sh", ["-c", "ls -l /proc/$$/fd"])
    #expect(!links.output.contains(scratch.path))
    _ = consume lock
  }

  @Test func `a lock file that cannot be opened is an error with the system's reason`() throws {
    let missing = scratch.path(of: "missing/lock")
    let error = #expect(throws: InstanceLockError.self) { _ = try InstanceLock(path: missing) }
    #expect(error == .system(SystemError(missing, .noSuchFileOrDirectory)))
    #expect(error?.description == "cannot lock \"\(missing)\": No such file or directory")
    let link = scratch.path(of: "link")
    try makeLink(link, to: "/dev/null")
    #expect(throws: InstanceLockError.system(SystemError(link, .tooManySymbolicLinkLevels))) {
      _ = try InstanceLock(path: link)
    }
  }
}
