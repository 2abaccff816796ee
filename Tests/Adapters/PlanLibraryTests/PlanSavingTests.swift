import Glibc
import TestSupport
import Testing

@testable import PlanLibrary

@Suite struct PlanSavingTests {
  private let folder: TemporaryFolder
  private let plans: PlanFolders

  init() throws {
    folder = try TemporaryFolder()
    plans = PlanFolders(Folders(environment: ["HOME": folder.path, "XDG_DATA_DIRS": "\(folder.path)/usr"]))
  }

  @Test func `a plan is saved in the person's own folder, and found there`() throws {
    let name = try PlanName("  long run ")
    let entry = try plans.save("30s run", as: name)
    #expect(
      entry == PlanFolders.Entry(name: "long run", path: folder.path(of: ".config/intervald/plans/long run.plan")))
    #expect(plans.entry(named: "long run") == entry)
    #expect(try TextFile.read(entry.path) == "30s run\n")
    let mask = umask(0o022)
    _ = umask(mask)
    var status = stat()
    #expect(unsafe stat(entry.path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o644 & ~mask)
  }

  @Test func `a plan that is there is replaced only where that is wanted`() throws {
    try folder.write("30s", to: "usr/intervald/plans/hills.plan")
    let name = try PlanName("hills")
    let entry = try plans.save("# up\n40s\n", as: name)
    #expect(throws: FileError(path: entry.path, errno: EEXIST)) { try plans.save("50s", as: name) }
    #expect(try TextFile.read(entry.path) == "# up\n40s\n")
    _ = try plans.save("50s", as: name, predecessor: .replaced)
    #expect(try TextFile.read(entry.path) == "50s\n")
    #expect(try folder.read("usr/intervald/plans/hills.plan") == "30s")
  }

  @Test func `a renamed plan is never lost, nor is one that has the new name`() throws {
    let hills = try plans.save("30s", as: PlanName("hills"))
    let easy = try plans.save("40s", as: PlanName("easy"))
    #expect(throws: FileError(path: easy.path, errno: EEXIST)) { try plans.rename(hills, to: PlanName("easy")) }
    #expect(try TextFile.read(hills.path) == "30s\n")
    #expect(try TextFile.read(easy.path) == "40s\n")
    #expect(try plans.rename(hills, to: PlanName("easy"), predecessor: .replaced) == easy)
    #expect(try TextFile.read(easy.path) == "30s\n")
    #expect(plans.entries() == [easy])
    let up = try plans.rename(easy, to: PlanName("up"))
    #expect(plans.entries() == [up])
    #expect(throws: FileError(path: easy.path, errno: ENOENT)) { try plans.rename(hills, to: PlanName("easy")) }
  }

  @Test func `a plan that is a link is renamed and removed as a link`() throws {
    let file = try folder.write("30s", to: "elsewhere/file")
    let hills = try plans.save("40s", as: PlanName("hills"))
    #expect(unsafe unlink(hills.path) == 0 && symlink(file, hills.path) == 0)
    let easy = try plans.rename(hills, to: PlanName("easy"))
    #expect(plans.entries() == [easy])
    #expect(try TextFile.read(easy.path) == "30s")
    try plans.remove(easy)
    #expect(plans.entries().isEmpty)
    #expect(try folder.read("elsewhere/file") == "30s")
  }

  @Test func `only a plan in the person's own folder is their own`() throws {
    try folder.write("30s", to: "usr/intervald/plans/hills.plan")
    let easy = try plans.save("40s", as: PlanName("easy"))
    #expect(plans.isOwn(easy))
    #expect(try !plans.isOwn(#require(plans.entry(named: "hills"))))
  }

  @Test(arguments: ["long-run", "Long run", "5k-easy", "x", "läufe", "走る", "forever", "a.b", "30s rum"])
  func `a name is what can be typed after start`(name: String) throws {
    #expect(try PlanName(name).text == name)
  }

  @Test(
    arguments: [
      ("", .empty), (" \t", .empty), (String(repeating: "é", count: 51), .tooLong), ("a/b", .slash), ("/", .slash),
      (".hidden", .beginning), ("..", .beginning), ("-x", .beginning), ("a\u{1B}[2Jb", .invisible),
      ("a\nb", .invisible),
      ("a\u{202E}b", .invisible), ("a\0b", .invisible), ("run.plan", .fileExtension), ("5k", .notation),
      ("forever 30s", .notation), ("half", .notation), ("30s run", .notation),
    ] as [(String, PlanName.Problem)])
  func `a name that could be no plan's is refused`(name: String, problem: PlanName.Problem) {
    #expect(throws: problem) { try PlanName(name) }
  }
}
