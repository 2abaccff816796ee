import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import UserFiles

@Suite struct PendingFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(arguments: [AtomicFile.ExistingFile.replace, .replaceKeepingMode, .fail])
  func `files that are committed together get their final paths`(ifExists existing: AtomicFile.ExistingFile) throws {
    if existing != .fail { try folder.write("old", to: "a", mode: 0o640) }
    try commit("a", "b", ifExists: existing)
    #expect(try folder.read("a") == "new a")
    #expect(try folder.read("b") == "new b")
    #expect(files == ["a", "b"])
    #expect(try status(of: "a").permissions.rawValue == (existing == .replaceKeepingMode ? 0o640 : 0o600))
  }

  @Test(arguments: [AtomicFile.ExistingFile.replace, .replaceKeepingMode])
  func `a failed commit restores the replaced files`(
    ifExists existing: AtomicFile.ExistingFile
  ) throws {
    for name in ["a", "c"] { try folder.write("old \(name)", to: name) }
    _ = try folder.folder("directory")
    let earlier = try ["a", "c"].map { try status(of: $0).inode }
    for names in [["a", "directory", "c"], ["directory", "a", "c"], ["a", "c", "directory"]] {
      #expect(throws: SystemError(folder.path(of: "directory"), .isDirectory)) {
        try commit(names[0], names[1], names[2], ifExists: existing)
      }
      #expect(try ["a", "c"].map { try status(of: $0).inode } == earlier)
      #expect(files == ["a", "c", "directory"])
    }
  }

  @Test(arguments: [AtomicFile.ExistingFile.replace, .replaceKeepingMode, .fail])
  func `a failed commit removes the new files`(
    ifExists existing: AtomicFile.ExistingFile
  ) throws {
    _ = try folder.folder("directory")
    let errno: Errno = existing == .fail ? .fileExists : .isDirectory
    for names in [["a", "directory", "c"], ["directory", "a", "c"], ["a", "c", "directory"]] {
      #expect(throws: SystemError(folder.path(of: "directory"), errno)) {
        try commit(names[0], names[1], names[2], ifExists: existing)
      }
      #expect(files == ["directory"])
    }
  }

  @Test func `a commit that must not replace files fails if one exists, and removes the other new files`() throws {
    try folder.write("old", to: "b")
    #expect(throws: SystemError(folder.path(of: "b"), .fileExists)) {
      try commit("a", "b", ifExists: .fail)
    }
    #expect(try folder.read("b") == "old")
    #expect(files == ["b"])
  }

  @Test func `a failed commit restores the target of a symbolic link`() throws {
    try folder.write("old", to: "elsewhere/a")
    _ = try folder.folder("directory")
    #expect(unsafe symlink(folder.path(of: "elsewhere/a"), folder.path(of: "a")) == 0)
    #expect(throws: SystemError.self) { try commit("a", "directory", ifExists: .replace) }
    #expect(try folder.read("elsewhere/a") == "old")
    #expect(Folder.names(in: folder.path(of: "elsewhere")).sorted() == [".", "..", "a"])
    #expect(files == ["a", "directory", "elsewhere"])
  }

  /// Writes `new` and the name of the file to each file, and commits all files together.
  private func commit(_ names: String..., ifExists existing: AtomicFile.ExistingFile) throws {
    let pending = try names.map { try PendingFile(at: folder.path(of: $0), ifExists: existing) }
    for (file, name) in zip(pending, names) { try file.write("new \(name)") }
    try PendingFile.commit(pending)
  }

  private var files: [String] { Folder.names(in: folder.path).filter { !$0.hasPrefix(".") }.sorted() }

  private func status(of name: String) throws -> Stat { try Stat(at: folder.path(of: name), followsLink: false) }
}
