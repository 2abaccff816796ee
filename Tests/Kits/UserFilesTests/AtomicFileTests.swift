import FoundationEssentials
import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import UserFiles

@Suite struct AtomicFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `a write creates the folder, and replaces the complete file`() throws {
    let path = folder.path(of: "a/b")
    try AtomicFile.write("one", to: path)
    try AtomicFile.write("two", to: path)
    #expect(try TextFile.read(path) == "two")
    #expect(try files(in: "a") == ["b"])
  }

  @Test func `a failed write reports the path and the reason, and leaves no file`() throws {
    let path = folder.path(of: "a/b")
    try AtomicFile.write("two", to: path)
    #expect(throws: SystemError("\(path)/c", .notDirectory)) { try AtomicFile.write("x", to: "\(path)/c/d") }
    #expect(throws: SystemError("\(path)/c", .notDirectory)) { try AtomicFile.write("x", to: "\(path)/c") }
    try folder.write("", to: "folder/file")
    #expect(throws: SystemError(folder.path(of: "folder"), .isDirectory)) {
      try AtomicFile.write("x", to: folder.path(of: "folder"))
    }
    #expect(try files(in: "a") == ["b"])
    #expect(try files(in: "") == ["a", "folder"])
  }

  @Test func `a write that must not replace a file does not change an existing file`() throws {
    let path = folder.path(of: "a/b")
    try AtomicFile.write("one", to: path, ifExists: .fail)
    #expect(throws: SystemError(path, .fileExists)) { try AtomicFile.write("two", to: path, ifExists: .fail) }
    #expect(try TextFile.read(path) == "one")
    #expect(try files(in: "a") == ["b"])
  }

  @Test func `a write to a symbolic link keeps the link, and replaces its target or fails`() throws {
    try folder.write("one", to: "elsewhere/file")
    let (target, link) = (folder.path(of: "elsewhere/file"), folder.path(of: "link"))
    try makeLink(link, to: target)
    try AtomicFile.write("two", to: link)
    #expect(try TextFile.read(target) == "two")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
    #expect(throws: SystemError(link, .fileExists)) { try AtomicFile.write("x", to: link, ifExists: .fail) }
    #expect(try files(in: "elsewhere") == ["file"])
  }

  @Test(arguments: [true, false])
  func `a pipe, a socket, a device and a link to nothing are never replaced`(isLinked: Bool) throws {
    let (pipe, socket) = (folder.path(of: "pipe"), folder.path(of: "socket"))
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    let descriptor = Glibc.socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    #expect(unsafe try SocketAddress(path: socket).withPointer { unsafe bind(descriptor, $0, $1) } == 0)
    // No file can be created in /dev/pts, so a bug in `AtomicFile` cannot replace the device.
    let device = "/dev/pts/ptmx"
    let nothing = folder.path(of: "nothing")
    try makeLink(nothing, to: folder.path(of: "missing"))
    for (number, file) in [pipe, socket, device, nothing].enumerated() {
      let path = isLinked ? folder.path(of: "link\(number)") : file
      if isLinked { try makeLink(path, to: file) }
      let type = try Stat(at: file, followsLink: false).type
      for existing in [AtomicFile.ExistingFile.replace, .replaceKeepingMode] {
        let error = #expect(throws: SystemError.self) { try AtomicFile.write("x", to: path, ifExists: existing) }
        #expect(error?.errno == .notRegularFile)
        #expect(error?.description.hasSuffix(": not a regular file") == true)
      }
      let source = try folder.write("x", to: "source")
      #expect(throws: SystemError(path, .notRegularFile)) { try SystemCalls.rename(source, to: path) }
      // The device is on another file system than the source.
      #expect(throws: SystemError(path, path == device ? .improperLink : .fileExists)) {
        try AtomicFile.move(source, to: path)
      }
      #expect(try Stat(at: file, followsLink: false).type == type)
    }
    #expect(try !files(in: "").contains { $0.hasSuffix(".new") })
  }

  @Test func `one of many simultaneous writers creates the complete file, and the others fail`() async throws {
    let path = folder.path(of: "plan")
    let winners = await withTaskGroup(of: Int?.self) { group in
      for writer in 0..<16 {
        group.addTask {
          let text = String(repeating: "\(writer) ", count: 1000)
          return (try? AtomicFile.write(text, to: path, ifExists: .fail)).map { writer }
        }
      }
      return await group.reduce(into: []) { if let winner = $1 { $0.append(winner) } }
    }
    let winner = try #require(winners.first)
    #expect(winners.count == 1)
    #expect(try TextFile.read(path) == String(repeating: "\(winner) ", count: 1000))
    #expect(try files(in: "") == ["plan"])
  }

  @Test(arguments: [.ownerReadWrite, .ownerRead] as [FilePermissions])
  func `a new file has the requested mode`(permissions: FilePermissions) throws {
    let path = folder.path(of: "file")
    try AtomicFile.write("x", to: path, mode: permissions)
    #expect(try mode(of: path) == permissions.rawValue)
  }

  @Test(
    arguments: [
      (.replace, 0o600), (.replaceKeepingMode, 0o640),
    ] as [(AtomicFile.ExistingFile, mode_t)])
  func `a new file gets the mode of the replaced file only on request`(
    existing: AtomicFile.ExistingFile, expected: mode_t
  )
    throws
  {
    let path = try folder.write("one", to: "file", mode: 0o640)
    try AtomicFile.write("two", to: path, ifExists: existing)
    #expect(try mode(of: path) == expected)
  }

  @Test func `a file that was not committed is removed when its object is released`() throws {
    do {
      let file = try PendingFile(at: folder.path(of: "file"))
      try file.write("one")
      #expect(try files(in: "").count == 1)
    }
    #expect(try files(in: "") == [])
  }

  @Test func `only old leftovers of interrupted writes are removed`() throws {
    let old = ["a.plan.17.new", "b.plan.18446744073709551615.new"]
    let others = [
      "a.plan", "17.new", "a.plan.new", "a.plan.x.new", "a.plan.-1.new", "a.plan.18446744073709551616.new",
      "c.txt.1.new", "a.plan.1.old",
    ]
    for name in old + others {
      try folder.write("", to: "plans/\(name)")
      try age(folder.path(of: "plans/\(name)"), by: .seconds(3601))
    }
    try folder.write("", to: "plans/a.plan.2.new")
    _ = try folder.folder("plans/a.plan.3.new")
    try makeLink(folder.path(of: "plans/a.plan.4.new"), to: folder.path(of: "plans/a.plan"))
    AtomicFile.removeLeftovers(in: folder.path(of: "plans")) { $0.hasSuffix(".plan") }
    #expect(
      try files(in: "plans") == (others + ["a.plan.2.new", "a.plan.3.new", "a.plan.4.new"]).sorted())
    AtomicFile.removeLeftovers(in: folder.path(of: "nowhere")) { _ in true }
  }

  /// Makes a file older by a duration; see utimes(2).
  private func age(_ path: String, by time: Duration) throws {
    let then = timeval(tv_sec: Glibc.time(nil) - Int(time.components.seconds), tv_usec: 0)
    // utimes(2) reads an array of two elements: the times of the last access and of the last change.
    #expect(unsafe utimes(path, [then, then]) == 0)
  }

  private func files(in name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path(of: name)).sorted()
  }
}
