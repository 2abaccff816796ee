import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import PlanLibrary

@Suite struct AtomicFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `a file is replaced whole, and what cannot be written says why`() throws {
    let path = folder.path(of: "a/b")
    try AtomicFile.write("one", to: path)
    try AtomicFile.write("two", to: path)
    #expect(try TextFile.read(path) == "two")
    #expect(throws: FileError(path: "\(path)/c", errno: ENOTDIR)) { try AtomicFile.write("x", to: "\(path)/c/d") }
    #expect(throws: FileError(path: "\(path)/c", errno: ENOTDIR)) { try AtomicFile.write("x", to: "\(path)/c") }
    try folder.write("", to: "folder/file")
    #expect(throws: FileError(path: folder.path(of: "folder"), errno: EISDIR)) {
      try AtomicFile.write("x", to: folder.path(of: "folder"))
    }
    #expect(try files(in: "a") == ["b"])
    #expect(try files(in: "") == ["a", "folder"])
  }

  @Test func `a file that is to be kept is, and no other is left beside it`() throws {
    let path = folder.path(of: "a/b")
    try AtomicFile.write("one", to: path, predecessor: .kept)
    #expect(throws: FileError(path: path, errno: EEXIST)) {
      try AtomicFile.write("two", to: path, predecessor: .kept)
    }
    #expect(try TextFile.read(path) == "one")
    #expect(try files(in: "a") == ["b"])
  }

  @Test func `a symbolic link stays one, and what it leads to is replaced or kept`() throws {
    try folder.write("one", to: "elsewhere/file")
    let (target, link) = (folder.path(of: "elsewhere/file"), folder.path(of: "link"))
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    try AtomicFile.write("two", to: link)
    #expect(try TextFile.read(target) == "two")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
    #expect(throws: FileError(path: link, errno: EEXIST)) { try AtomicFile.write("x", to: link, predecessor: .kept) }
    #expect(try files(in: "elsewhere") == ["file"])
  }

  @Test func `of many writers at once who keep what is there one wins, whole`() async throws {
    let path = folder.path(of: "plan")
    let winners = await withTaskGroup(of: Int?.self) { group in
      for writer in 0..<16 {
        group.addTask {
          let text = String(repeating: "\(writer) ", count: 1000)
          return (try? AtomicFile.write(text, to: path, predecessor: .kept)).map { writer }
        }
      }
      return await group.reduce(into: []) { if let winner = $1 { $0.append(winner) } }
    }
    let winner = try #require(winners.first)
    #expect(winners.count == 1)
    #expect(try TextFile.read(path) == String(repeating: "\(winner) ", count: 1000))
    #expect(try files(in: "") == ["plan"])
  }

  @Test(arguments: [0o600, 0o400] as [mode_t])
  func `a file has the mode that was asked for`(mode: mode_t) throws {
    let path = folder.path(of: "file")
    try AtomicFile.write("x", to: path, mode: mode)
    var status = stat()
    #expect(unsafe stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == mode)
  }

  @Test func `what a write that was cut short left is removed once it is old, and nothing else is`() throws {
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
    let link = folder.path(of: "plans/a.plan.4.new")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path(of: "plans/a.plan"))
    AtomicFile.removeLeftovers(in: folder.path(of: "plans")) { $0.hasSuffix(".plan") }
    #expect(
      try files(in: "plans") == (others + ["a.plan.2.new", "a.plan.3.new", "a.plan.4.new"]).sorted())
    AtomicFile.removeLeftovers(in: folder.path(of: "nowhere")) { _ in true }
  }

  /// Puts a file's time back: utimes(2).
  private func age(_ path: String, by time: Duration) throws {
    let then = timeval(tv_sec: Glibc.time(nil) - Int(time.components.seconds), tv_usec: 0)
    // The call reads the two times that the array has.
    #expect(unsafe utimes(path, [then, then]) == 0)
  }

  private func files(in name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path(of: name)).sorted()
  }
}
