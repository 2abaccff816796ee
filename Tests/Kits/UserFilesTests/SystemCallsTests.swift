import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import UserFiles

@Suite struct SystemCallsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `an error names its subject and its reason`() {
    let error = SystemError("/etc/x", .permissionDenied)
    #expect(error.reason == "Permission denied")
    #expect("\(error)" == "/etc/x: Permission denied")
    #expect(SystemError("x", Errno(rawValue: 9999)).reason == "Unknown error 9999")
  }

  @Test func `no call cuts a path at a NUL`() throws {
    let path = try folder.write("30s", to: "notes")
    let cut = "\(path)\0.plan"
    let error = SystemError(cut, .invalidArgument)
    #expect(throws: FileReadError.system(error)) { try TextFile.read(cut) }
    #expect(throws: FileReadError.system(error)) { try TextFile.readStream(cut) }
    #expect(!Folder.exists("\(folder.path)\0"))
    #expect(Folder.names(in: "\(folder.path)\0").isEmpty)
    #expect(!SystemCalls.canAccess("\(path)\0"))
    for existing in [AtomicFile.ExistingFile.replace, .replaceKeepingMode, .fail] {
      #expect(throws: error) { try AtomicFile.write("40s", to: cut, ifExists: existing) }
    }
    #expect(throws: error) { try AtomicFile.move(cut, to: "\(path)2") }
    #expect(throws: error) { try AtomicFile.move(path, to: cut) }
    #expect(throws: error) { try AtomicFile.remove(cut) }
    #expect(throws: SystemError("\(path)\0/a", .invalidArgument)) { try Folder.create(forFileAt: "\(path)\0/a") }
    #expect(Folder.names(in: folder.path).filter { !$0.hasPrefix(".") } == ["notes"])
    #expect(try folder.read("notes") == "30s")
  }

  @Test func `access is checked for each use`() throws {
    let path = try folder.write("", to: "file", mode: 0o600)
    #expect(SystemCalls.canAccess(path))
    #expect(SystemCalls.canAccess(path, for: [.read, .write]))
    #expect(!SystemCalls.canAccess(path, for: .execute))
    #expect(throws: SystemError("\(path)/x", .notDirectory)) { try SystemCalls.access("\(path)/x") }
  }

  @Test func `a temporary folder is new, and only its owner can use it`() throws {
    let paths = try (0..<2).map { _ in try SystemCalls.makeTemporaryFolder(in: folder.path, prefix: "draft-") }
    #expect(paths[0] != paths[1])
    for path in paths {
      #expect(path.hasPrefix("\(folder.path)/draft-"))
      #expect(try mode(of: path) == 0o700)
      try SystemCalls.removeFolder(path)
      #expect(!Folder.exists(path))
    }
    #expect(throws: SystemError("/nowhere", .noSuchFileOrDirectory)) {
      try SystemCalls.makeTemporaryFolder(in: "/nowhere", prefix: "draft-")
    }
  }
}
