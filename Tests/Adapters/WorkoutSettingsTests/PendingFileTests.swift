import Glibc
import TestSupport
import Testing

@testable import WorkoutSettings

@Suite struct PendingFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(arguments: [AtomicFile.Predecessor.replaced, .replacedInItsMode, .kept])
  func `files that are committed together take their places`(predecessor: AtomicFile.Predecessor) throws {
    if predecessor != .kept { try folder.write("old", to: "a", mode: 0o640) }
    try commit("a", "b", predecessor: predecessor)
    #expect(try folder.read("a") == "new a")
    #expect(try folder.read("b") == "new b")
    #expect(files == ["a", "b"])
    #expect(try status(of: "a").st_mode & 0o777 == (predecessor == .replacedInItsMode ? 0o640 : 0o600))
  }

  @Test(arguments: [AtomicFile.Predecessor.replaced, .replacedInItsMode])
  func `a file that cannot take its place leaves the earlier files in theirs`(
    predecessor: AtomicFile.Predecessor
  ) throws {
    for name in ["a", "c"] { try folder.write("old \(name)", to: name) }
    _ = try folder.folder("directory")
    let earlier = try ["a", "c"].map { try status(of: $0).st_ino }
    for names in [["a", "directory", "c"], ["directory", "a", "c"], ["a", "c", "directory"]] {
      #expect(throws: FileError(path: folder.path(of: "directory"), errno: EISDIR)) {
        try commit(names[0], names[1], names[2], predecessor: predecessor)
      }
      #expect(try ["a", "c"].map { try status(of: $0).st_ino } == earlier)
      #expect(files == ["a", "c", "directory"])
    }
  }

  @Test(arguments: [AtomicFile.Predecessor.replaced, .replacedInItsMode, .kept])
  func `a file that cannot take its place leaves none of those that replace nothing`(
    predecessor: AtomicFile.Predecessor
  ) throws {
    _ = try folder.folder("directory")
    let errno = predecessor == .kept ? EEXIST : EISDIR
    for names in [["a", "directory", "c"], ["directory", "a", "c"], ["a", "c", "directory"]] {
      #expect(throws: FileError(path: folder.path(of: "directory"), errno: errno)) {
        try commit(names[0], names[1], names[2], predecessor: predecessor)
      }
      #expect(files == ["directory"])
    }
  }

  @Test func `a file that appears in a place that must stay empty is kept, and the others are undone`() throws {
    try folder.write("old", to: "b")
    #expect(throws: FileError(path: folder.path(of: "b"), errno: EEXIST)) {
      try commit("a", "b", predecessor: .kept)
    }
    #expect(try folder.read("b") == "old")
    #expect(files == ["b"])
  }

  @Test func `a file behind a symbolic link is put back behind it`() throws {
    try folder.write("old", to: "elsewhere/a")
    _ = try folder.folder("directory")
    #expect(unsafe symlink(folder.path(of: "elsewhere/a"), folder.path(of: "a")) == 0)
    #expect(throws: FileError.self) { try commit("a", "directory", predecessor: .replaced) }
    #expect(try folder.read("elsewhere/a") == "old")
    #expect(FolderContents.names(in: folder.path(of: "elsewhere")).sorted() == [".", "..", "a"])
    #expect(files == ["a", "directory", "elsewhere"])
  }

  /// Writes `new` and its name to each of some files, and puts all in their places.
  private func commit(_ names: String..., predecessor: AtomicFile.Predecessor) throws {
    let pending = try names.map { try PendingFile(at: folder.path(of: $0), predecessor: predecessor) }
    for (file, name) in zip(pending, names) { try file.write("new \(name)") }
    try PendingFile.commit(pending)
  }

  private var files: [String] { FolderContents.names(in: folder.path).filter { !$0.hasPrefix(".") }.sorted() }

  private func status(of name: String) throws -> stat {
    var status = stat()
    // The path is a C string for as long as the call lasts, and the variable outlives it.
    guard unsafe lstat(folder.path(of: name), &status) == 0 else { throw SystemError(errno: errno, call: "lstat") }
    return status
  }
}
