import TestSupport
import Testing
import WorkoutSettings

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
    plans = PlanFolders(Folders(environment: environment))
  }

  @Test(arguments: [
    ("long-run", PlanArgument.named("long-run")),
    ("forever 30s", .text("forever 30s")),
    ("30s run @11:30/mi", .text("30s run @11:30/mi")),
    ("30s run \"up / down\"", .text("30s run \"up / down\"")),
    ("pace run 10:00/mi\n30s run", .text("pace run 10:00/mi\n30s run")),
    ("rum", .text("rum")),
    ("hills.plan", .file("hills.plan")),
    ("plans/hills", .file("plans/hills")),
    ("./a@b/hills", .file("./a@b/hills")),
    ("/tmp/a@b.plan", .file("/tmp/a@b.plan")),
    ("a@b.plan", .file("a@b.plan")),
    ("-", .file("-")),
  ])
  func `words mean a name, a file or a plan`(text: String, meaning: PlanArgument) throws {
    #expect(try PlanArgument(words: [text], in: plans) == meaning)
    #expect(try PlanArgument(words: text.split(separator: " ").map(String.init), in: plans) == meaning)
  }

  @Test func `no words mean nothing`() throws {
    #expect(try PlanArgument(words: [], in: plans) == nil)
  }

  @Test func `a word that is a name and a plan is ambiguous`() throws {
    let path = "\(folder.path)/intervald/plans/5k.plan"
    #expect(throws: Failure.ambiguousPlan("5k", path: path)) { try PlanArgument(words: ["5k"], in: plans) }
  }

  @Test func `a word that is nearly a name is no plan of that name`() throws {
    #expect(throws: Failure.noPlan(named: "long-rum", similar: "long-run", searched: plans.paths)) {
      try PlanArgument(words: ["long-rum"], in: plans)
    }
  }

}
