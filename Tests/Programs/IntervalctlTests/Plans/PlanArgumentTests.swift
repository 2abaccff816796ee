import PlanLibrary
import TestSupport
import Testing
import UserFiles

@testable import intervalctl

@Suite struct PlanArgumentTests {
  private let folder: TemporaryFolder
  private let plans: PlanFolders

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("30s run", to: "intervald/plans/long-run.plan")
    try folder.write("30s run", to: "intervald/plans/5k.plan")
    let environment = [
      "XDG_CONFIG_HOME": folder.path, "XDG_DATA_HOME": "/nonexistent", "XDG_DATA_DIRS": "/nonexistent",
    ]
    plans = PlanFolders(XDGFolders(environment: environment))
  }

  @Test(arguments: [
    ("long-run", PlanArgument.named("long-run")),
    ("forever 30s", .text("forever 30s")),
    ("30s run @11:30/mi", .text("30s run @11:30/mi")),
    ("30s run \"up / down\"", .text("30s run \"up / down\"")),
    ("pace run 10:00/mi\n30s run", .text("pace run 10:00/mi\n30s run")),
    ("Long-Run", .named("long-run")),
    ("run", .text("run")),
    ("30s rum", .text("30s rum")),
    ("8x(400mtr run 5:00/km, 90s rest)", .text("8x(400mtr run 5:00/km, 90s rest)")),
    ("5km run 5:00/km", .text("5km run 5:00/km")),
    ("20s work / 10s rest x 8", .text("20s work / 10s rest x 8")),
    ("30/30", .text("30/30")),
    ("4 x 30/30", .text("4 x 30/30")),
    ("pace run 5:00/km, 5km run", .text("pace run 5:00/km, 5km run")),
    ("4x(30s run/30s walk)", .text("4x(30s run/30s walk)")),
    ("nosuch.plan", .file("nosuch.plan")),
    ("dir/name.plan", .file("dir/name.plan")),
    ("../a.fit", .file("../a.fit")),
    ("2026/monday", .file("2026/monday")),
    ("hills.plan", .file("hills.plan")),
    ("plans/hills", .file("plans/hills")),
    ("./a@b/hills", .file("./a@b/hills")),
    ("/tmp/a@b.plan", .file("/tmp/a@b.plan")),
    ("a@b.plan", .file("a@b.plan")),
    ("-", .file("-")),
  ])
  func `an argument is classified as a plan name, a file or a plan in notation`(
    text: String, argument: PlanArgument
  ) throws {
    #expect(try PlanArgument(words: [text], in: plans) == argument)
    #expect(try PlanArgument(words: text.split(separator: " ").map(String.init), in: plans) == argument)
  }

  @Test func `a word with a NUL character is not truncated to the name of a file`() throws {
    let file = try #require(
      Folder.names(in: ".").first { name in
        (try? PlanArgument(words: [name], in: plans)) == .file(name) && !name.hasSuffix(".plan")
      })
    #expect(try PlanArgument(words: ["\(file)\0"], in: plans) == .text("\(file)\0"))
  }

  @Test func `an empty list of words is not an argument`() throws {
    #expect(try PlanArgument(words: [], in: plans) == nil)
  }

  @Test func `a word that is both a name and a plan in notation is ambiguous`() throws {
    let path = "\(folder.path)/intervald/plans/5k.plan"
    #expect(throws: Failure.ambiguousPlan("5k", path: path)) { try PlanArgument(words: ["5k"], in: plans) }
  }

  @Test func `a misspelled name is an error that suggests a similar name`() throws {
    #expect(throws: Failure.noPlan(named: "long-rum", similar: "long-run")) {
      try PlanArgument(words: ["long-rum"], in: plans)
    }
  }

  @Test(arguments: ["pushups", "nosuch", "c25k", "rum", "long_jump"])
  func `an unknown word is reported as an unknown name, not as an error in notation`(word: String) throws {
    #expect(throws: Failure.noPlan(named: word, similar: nil)) { try PlanArgument(words: [word], in: plans) }
  }

  @Test func `a name in another letter case selects a plan if only one plan matches`() throws {
    try folder.write("30s run", to: "intervald/plans/Tempo.plan")
    #expect(try PlanArgument(words: ["tempo"], in: plans) == .named("Tempo"))
    try folder.write("30s run", to: "intervald/plans/TEMPO.plan")
    #expect(try PlanArgument(words: ["TEMPO"], in: plans) == .named("TEMPO"))
    #expect(throws: Failure.self) { try PlanArgument(words: ["tempo"], in: plans) }
  }

  @Test func `a title selects a plan, unless it is a name, notation, a file or the title of several plans`() throws {
    try folder.write("name \"Couch to 5K\"\nweek 1\nsession: 30s run", to: "intervald/plans/c25k.program")
    try folder.write("name \"long-run\"\n30s run", to: "intervald/plans/other.plan")
    try folder.write("name \"Hills\"\n30s run", to: "intervald/plans/a.plan")
    try folder.write("name \"hills\"\n30s run", to: "intervald/plans/b.plan")
    try folder.write("name \"60s run\"\n30s run", to: "intervald/plans/c.plan")
    func argument(_ text: String) throws -> PlanArgument? {
      try PlanArgument(words: text.split(separator: " ").map(String.init), in: plans)
    }
    #expect(
      try [argument("couch to 5k"), argument("long-run"), argument("60s run"), argument("Couch  to 5K")] == [
        .named("c25k"), .named("long-run"), .text("60s run"), .named("c25k"),
      ])
    #expect(throws: Failure.ambiguousTitle("HILLS", of: ["a", "b"])) { try argument("HILLS") }
  }
}
