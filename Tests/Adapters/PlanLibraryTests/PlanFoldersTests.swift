import Dispatch
import Glibc
import PlanNotation
import SystemPackage
import TestSupport
import Testing
import UserFiles

@testable import PlanLibrary

@Suite struct PlanFoldersTests {
  private let folder: TemporaryFolder
  private let plans: PlanFolders

  init() throws {
    folder = try TemporaryFolder()
    plans = PlanFolders(XDGFolders(environment: ["HOME": folder.path, "XDG_DATA_DIRS": "\(folder.path)/usr"]))
  }

  @Test func `a plan is found by its name, and the user's own folder has priority`() throws {
    try folder.write("30s", to: "usr/intervald/plans/tabata.plan")
    try folder.write("30s", to: "usr/intervald/plans/easy.plan")
    try folder.write("40s", to: ".config/intervald/plans/tabata.plan")
    try folder.write("40s", to: ".config/intervald/plans/.hidden.plan")
    try folder.write("40s", to: ".config/intervald/plans/notes.txt")
    #expect(
      plans.entries().map(\.path) == [
        "\(folder.path)/usr/intervald/plans/easy.plan", "\(folder.path)/.config/intervald/plans/tabata.plan",
      ])
    #expect(plans.entries().map(\.name) == ["easy", "tabata"])
    #expect(plans.entry(named: "tabata")?.path == "\(folder.path)/.config/intervald/plans/tabata.plan")
    #expect(plans.entry(named: "tabta") == nil)
    #expect(plans.similar(to: "tabta") == "tabata")
    for name in ["", "../x", ".hidden", "a/b"] { #expect(plans.entry(named: name) == nil) }
  }

  @Test(arguments: ["tabata\0", "tabata.plan\0", "notes.txt\0", "notes.txt\0x", "\0"])
  func `a name is not cut at a NUL`(name: String) throws {
    for file in ["tabata.plan", "notes.txt"] { try folder.write("30s", to: ".config/intervald/plans/\(file)") }
    #expect(plans.entry(named: name) == nil)
    #expect(plans.entry(typed: name) == nil)
  }

  @Test func `a typed name may have a different letter case if only one plan matches`() throws {
    try folder.write("30s", to: ".config/intervald/plans/Tabata.plan")
    #expect(plans.entry(typed: "tabata")?.name == "Tabata")
    try folder.write("30s", to: ".config/intervald/plans/TABATA.plan")
    #expect(plans.entry(typed: "tabata") == nil)
    #expect(plans.entry(typed: "Tabata")?.name == "Tabata")
  }

  @Test func `a pipe with the name of a plan is listed`() throws {
    try folder.write("30s", to: "usr/intervald/plans/easy.plan")
    #expect(unsafe mkfifo(folder.path(of: "usr/intervald/plans/pipe.plan"), 0o600) == 0)
    #expect(plans.entries().map(\.name) == ["easy", "pipe"])
  }

  @Test func `a plan is saved in the user's own folder, and found there`() throws {
    let name = try PlanName("  long run ")
    let entry = try plans.save("30s run", as: name)
    #expect(entry.name == "long run")
    #expect(entry.path == folder.path(of: ".config/intervald/plans/long run.plan"))
    #expect(plans.entry(named: "long run") == entry)
    #expect(try TextFile.read(entry.path) == "30s run\n")
    let mask = umask(0o022)
    _ = umask(mask)
    #expect(try Stat(at: entry.path).permissions.rawValue == 0o644 & ~mask)
  }

  @Test func `an existing plan is replaced only on request`() throws {
    try folder.write("30s", to: "usr/intervald/plans/hills.plan")
    let name = try PlanName("hills")
    let entry = try plans.save("# up\n40s\n", as: name)
    #expect(throws: SystemError(entry.path, .fileExists)) { try plans.save("50s", as: name) }
    #expect(try TextFile.read(entry.path) == "# up\n40s\n")
    _ = try plans.save("50s", as: name, ifExists: .replace)
    #expect(try TextFile.read(entry.path) == "50s\n")
    #expect(try folder.read("usr/intervald/plans/hills.plan") == "30s")
  }

  @Test func `a rename replaces an existing plan only on request, and fails if the plan is missing`() throws {
    let hills = try plans.save("30s", as: PlanName("hills"))
    let easy = try plans.save("40s", as: PlanName("easy"))
    #expect(throws: SystemError(easy.path, .fileExists)) { try plans.rename(hills, to: PlanName("easy")) }
    #expect(try TextFile.read(hills.path) == "30s\n")
    #expect(try TextFile.read(easy.path) == "40s\n")
    #expect(try plans.rename(hills, to: PlanName("easy"), ifExists: .replace) == easy)
    #expect(try TextFile.read(easy.path) == "30s\n")
    #expect(plans.entries() == [easy])
    let up = try plans.rename(easy, to: PlanName("up"))
    #expect(plans.entries() == [up])
    #expect(throws: SystemError(easy.path, .noSuchFileOrDirectory)) { try plans.rename(hills, to: PlanName("easy")) }
  }

  @Test func `a plan that is a symbolic link is renamed and removed as a link`() throws {
    let file = try folder.write("30s", to: "elsewhere/file")
    let hills = try plans.save("40s", as: PlanName("hills"))
    // The C strings of the paths are valid during the calls.
    #expect(unsafe unlink(hills.path) == 0)
    #expect(unsafe symlink(file, hills.path) == 0)
    let easy = try plans.rename(hills, to: PlanName("easy"))
    #expect(plans.entries() == [easy])
    #expect(try TextFile.read(easy.path) == "30s")
    try plans.remove(easy)
    #expect(plans.entries().isEmpty)
    #expect(try folder.read("elsewhere/file") == "30s")
  }

  @Test func `only a plan in the user's folder is the user's own, and it hides a system plan of the same name`() throws
  {
    try folder.write("30s", to: "usr/intervald/plans/hills.plan")
    let easy = try plans.save("40s", as: PlanName("easy"))
    #expect(plans.isOwn(easy))
    let hills = try #require(plans.entry(named: "hills"))
    #expect(!plans.isOwn(hills))
    #expect(try plans.hiddenEntry(by: PlanName("hills")) == hills)
    #expect(try plans.hiddenEntry(by: PlanName("easy")) == nil)
  }

  @Test func `a restored plan is the same file, and only the last changes can be undone`() throws {
    try folder.write("30s", to: "dotfiles/hills.plan")
    let link = try plans.save("30s", as: PlanName("hills")).path
    try SystemCalls.unlink(link)
    #expect(unsafe symlink(folder.path(of: "dotfiles/hills.plan"), link) == 0)
    let hills = try #require(plans.entry(named: "hills"))
    try plans.remove(hills)
    #expect(plans.entries().isEmpty)
    var changes = PlanChanges(in: plans)
    try changes.undo()
    #expect(try Stat(at: link, followsLink: false).type == .symbolicLink)
    for number in 1...PlanChanges.maxCount + 5 {
      let entry = try plans.save("30s", as: PlanName("plan \(number)"))
      try plans.remove(entry)
    }
    #expect(Folder.names(in: folder.path(of: ".config/intervald/plans/.removed")).count == PlanChanges.maxCount + 3)
    changes = PlanChanges(in: plans)
    while changes.last != nil { try changes.undo() }
    #expect(plans.entries().count == PlanChanges.maxCount + 1)
  }

  @Test func `a process that has read the list before another process changed it loses no change`() throws {
    let (hills, flat) = (try plans.save("30s", as: PlanName("hills")), try plans.save("40s", as: PlanName("flat")))
    var first = PlanChanges(in: plans)
    try plans.remove(flat)
    try first.remove(hills.fileName)
    #expect(PlanChanges(in: plans).last?.entry == hills)
    var second = PlanChanges(in: plans)
    let undone = [try first.undo(), try second.undo(), try second.undo()]
    #expect(undone.map { $0?.entry } == [hills, flat, nil])
    #expect(plans.entries() == [flat, hills])
  }

  @Test func `processes that remove plans at the same time lose no change`() throws {
    let entries = try (1...8).map { try plans.save("30s", as: PlanName("plan \($0)")) }
    DispatchQueue.concurrentPerform(iterations: entries.count) { index in try? plans.remove(entries[index]) }
    #expect(plans.entries().isEmpty)
    var changes = PlanChanges(in: plans)
    while changes.last != nil { try changes.undo() }
    #expect(plans.entries() == entries)
  }

  @Test func `a change that fails is not listed, and a listed change that was not made is ignored`() throws {
    let list = ".config/intervald/plans/.removed/changes.json"
    let (hills, flat) = (try plans.save("30s", as: PlanName("hills")), try plans.save("40s", as: PlanName("flat")))
    let easy = try plans.save("50s", as: PlanName("easy"))
    try plans.remove(flat)
    let before = try folder.read(list)
    #expect(throws: SystemError.self) { try plans.remove(flat) }
    #expect(throws: SystemError(easy.path, .fileExists)) { try plans.rename(hills, to: PlanName("easy")) }
    #expect(throws: SystemError(easy.path, .noSuchFileOrDirectory)) {
      try plans.rename(flat, to: PlanName("easy"), ifExists: .replace)
    }
    #expect(try folder.read(list) == before)
    // A client that is killed before a move, or after the move of an undo, leaves a change in the list.
    let removal = #"{"name":"hills.plan","stored":"2-hills.plan"}"#
    let rename = #"{"name":"hills.plan","newName":"slopes.plan"}"#
    try folder.write("\(before.dropLast()),\(removal),\(rename)]", to: list)
    #expect(PlanChanges(in: plans).last?.entry == flat)
    let slopes = try plans.rename(hills, to: PlanName("slopes"))
    var changes = PlanChanges(in: plans)
    try changes.undo()
    #expect(changes.last?.entry == flat)
    #expect(try folder.read(list) == before)
    try changes.undo()
    #expect(changes.last == nil)
    #expect(plans.entries() == [easy, flat, hills])
    #expect(!slopes.exists)
    #expect(!SystemCalls.canAccess(folder.path(of: list)))
  }
}
