import Glibc
import ServiceManager
import TestSupport
import Testing

@Suite struct InstanceLockTests {
  @Test func `the lock file is this user's alone and tells the process`() throws {
    let scratch = try TemporaryFolder()
    let lock = try InstanceLock(path: scratch.path(of: "lock"))
    #expect(try scratch.read("lock") == "\(getpid())\n")
    var status = stat()
    // The variable outlives the call, which keeps no pointer to it.
    #expect(unsafe stat(scratch.path(of: "lock"), &status) == 0 && status.st_mode & 0o777 == 0o600)
    _ = consume lock
  }

  @Test func `a second instance is refused and told the first one's process`() throws {
    let scratch = try TemporaryFolder()
    let path = scratch.path(of: "lock")
    let lock = try InstanceLock(path: path)
    let error = #expect(throws: ServiceManagerError.self) { _ = try InstanceLock(path: path) }
    #expect(error == ServiceManagerError(.alreadyRunning(process: getpid()), subject: path))
    #expect(error?.description == "already running as process \(getpid()), which holds \"\(path)\"")
    _ = consume lock
  }

  @Test func `a refused instance leaves the holder's file alone`() throws {
    let scratch = try TemporaryFolder()
    let lock = try InstanceLock(path: scratch.path(of: "lock"))
    _ = try? InstanceLock(path: scratch.path(of: "lock"))
    #expect(try scratch.read("lock") == "\(getpid())\n")
    _ = consume lock
  }

  @Test func `the lock is free when its holder has gone, and stays where it was`() throws {
    let scratch = try TemporaryFolder()
    do {
      let lock = try InstanceLock(path: scratch.path(of: "lock"))
      _ = consume lock
    }
    #expect(throws: Never.self) { _ = try InstanceLock(path: scratch.path(of: "lock")) }
  }

  @Test(arguments: ["", "99999\n", "no number", String(repeating: "9", count: 1_000)])
  func `a file left behind by a kill is no obstacle`(contents: String) throws {
    let scratch = try TemporaryFolder()
    try scratch.write(contents, to: "lock")
    let lock = try InstanceLock(path: scratch.path(of: "lock"))
    #expect(try scratch.read("lock") == "\(getpid())\n")
    _ = consume lock
  }

  @Test func `a child process does not inherit the lock`() async throws {
    let scratch = try TemporaryFolder()
    let lock = try InstanceLock(path: scratch.path(of: "lock"))
    let links = try await Invocation.run("sh", ["-c", "ls -l /proc/$$/fd"])
    #expect(!links.output.contains(scratch.path))
    _ = consume lock
  }

  @Test func `a lock that cannot be opened says why`() throws {
    let scratch = try TemporaryFolder()
    let path = scratch.path(of: "missing/lock")
    #expect(throws: ServiceManagerError(.lockUnusable, errno: ENOENT, subject: path)) {
      _ = try InstanceLock(path: path)
    }
    #expect(unsafe symlink("/dev/null", scratch.path(of: "link")) == 0)
    #expect(throws: ServiceManagerError(.lockUnusable, errno: ELOOP, subject: scratch.path(of: "link"))) {
      _ = try InstanceLock(path: scratch.path(of: "link"))
    }
  }
}
