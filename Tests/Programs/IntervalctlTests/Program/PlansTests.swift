import PlanLibrary
import TestSupport
import TestTraits
import Testing
import UserFiles

@testable import intervalctl

/// Tests of the exact output of `plans`, `plans remove` and `plans rename`.
@Suite(.hangLimit) struct PlansTests {
  private static let folder = "config/intervald/plans"
  private static let undoHint = "hint: to get it back: intervalctl plans undo"

  @Test func `plans --json prints one object per plan, with null for unknown values`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write("20s wrok", to: "data/intervald/plans/torn.plan")
      let run = try await home.shell("XDG_DATA_HOME=$PWD/data intervalctl plans --json")
      let own = home.folder.path(of: Self.folder)
      let other = home.folder.path(of: "data/intervald/plans/torn.plan")
      let endless = """
        {"averagePaceMps":null,"distanceIsPartial":null,"distanceM":null,"durationMs":null,\
        "error":null,"intervals":null,"name":"5k",\
        "own":true,"path":"\(own)/5k.plan","plan":"forever 30s","program":null,"title":"5k"}
        """
      let invalid = """
        {"averagePaceMps":null,"distanceIsPartial":null,"distanceM":null,"durationMs":null,\
        "error":"\(other):1:5: found 'wrok', expected a \
        kind such as run, '@', ',' or the end of the line","intervals":null,"name":"torn","own":false,\
        "path":"\(other)","plan":null,"program":null,"title":null}
        """
      #expect(run.output.count == 3, "\(run)")
      #expect(run.output.first == endless, "\(run)")
      #expect(run.output.last == invalid, "\(run)")
      #expect(run.output[1].contains(#""durationMs":2613"#))
      #expect(run.output[1].contains(#""title":"30/30""#))
      let empty = try await home.shell("rm \(Self.folder)/*; intervalctl plans --json")
      #expect(empty == ProgramRun(status: 0))
    }
  }

  @Test func `remove deletes one of the user's own plans`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let path = home.folder.path(of: "\(Self.folder)/long-run.plan")
      let run = try await home.run(["plans", "remove", "long-run"])
      #expect(run == ProgramRun(status: 0, output: ["Removed long-run: \(path)"], messages: [Self.undoHint]))
      #expect(
        Folder.names(in: home.folder.path(of: Self.folder)).filter { $0.hasSuffix("plan") } == ["5k.plan"])
      // A plan can be removed even if its name is also a plan in notation.
      #expect(try await home.run(["plans", "remove", "5k"]).status == 0)
      #expect(try await home.run(["plans", "remove", "long-run"]).status == 66)
    }
  }

  @Test func `remove and rename report their effect on a hidden plan and on the default plan`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let installed = try home.folder.write("20s work\n", to: "data/intervald/plans/long-run.plan")
      let conf = try home.folder.write("default-plan long-run\n", to: "config/intervald/intervald.conf")
      let path = home.folder.path(of: "\(Self.folder)/long-run.plan")
      let hidden = try await home.shell("XDG_DATA_HOME=$PWD/data intervalctl plans remove long-run")
      #expect(
        hidden
          == ProgramRun(
            status: 0, output: ["Removed long-run: \(path)"],
            messages: ["note: the plan named long-run is now \(installed)", Self.undoHint]))
      try home.folder.write("30s run", to: "\(Self.folder)/long-run.plan")
      let removed = try await home.run(["plans", "remove", "long-run"])
      #expect(
        removed.messages == [
          "warning: \(conf):1: default-plan names 'long-run', which does not exist",
          "hint: list the plans with: intervalctl plans", Self.undoHint,
        ])
      try home.folder.write("30s run", to: "\(Self.folder)/long-run.plan")
      let renamed = try await home.run(["plans", "rename", "long-run", "long-runs"])
      #expect(
        renamed.messages == [
          "warning: \(conf):1: default-plan names 'long-run', which does not exist", "hint: did you mean 'long-runs'?",
        ])
    }
  }

  @Test(
    arguments: [
      (
        "remove long-rum", 66,
        [
          "error: no plan is named 'long-rum'", "hint: did you mean 'long-run'?",
          "hint: list the plans with: intervalctl plans",
        ]
      ),
      (
        "rename nosuch other", 66,
        ["error: no plan is named 'nosuch'", "hint: list the plans with: intervalctl plans"]
      ),
      (
        "remove ../plans/long-run", 66,
        ["error: no plan is named '../plans/long-run'", "hint: list the plans with: intervalctl plans"]
      ),
      (
        "remove tabata", 1,
        [
          "error: 'tabata' is not one of your own plans: HOME/data/intervald/plans/tabata.plan",
          "hint: save your own copy under the same name: intervalctl edit tabata",
        ]
      ),
      (
        "rename tabata other", 1,
        [
          "error: 'tabata' is not one of your own plans: HOME/data/intervald/plans/tabata.plan",
          "hint: save your own copy under the same name: intervalctl edit tabata",
        ]
      ),
      (
        "rename long-run 30s", 64,
        [
          "error: '30s' is a plan in notation, and cannot be a plan name", "hint: choose another name, such as my-30s",
        ]
      ),
      (
        "rename long-run a/b", 64,
        ["error: a plan name cannot contain '/'", "hint: all plans are in one folder; write '-' instead of '/'"]
      ),
      ("--json remove long-run", 64, ["error: --json cannot be combined with 'remove'"]),
      ("--json undo", 64, ["error: --json cannot be combined with 'undo'"]),
      ("--json rename long-run other", 64, ["error: --json cannot be combined with 'rename'"]),
    ] as [(String, Int32, [String])])
  func `a plan that cannot be removed or renamed stays unchanged, and the reason is reported`(
    arguments: String, status: Int32, messages: [String]
  ) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write("20s work\n", to: "data/intervald/plans/tabata.plan")
      let run = try await home.shell("XDG_DATA_HOME=$PWD/data intervalctl plans \(arguments)")
      let expected = messages.map { $0.replacing("HOME", with: home.folder.path) }
      #expect(run == ProgramRun(status: status, messages: expected))
      #expect(try home.folder.read("\(Self.folder)/long-run.plan") == Samples.plan)
      #expect(try home.folder.read("data/intervald/plans/tabata.plan") == "20s work\n")
    }
  }

  @Test func `a program can be renamed and removed`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write("week 1\nsession: 30m run\n", to: "\(Self.folder)/couch.program")
      let installed = try home.folder.write("week 1\nsession: 1m\n", to: "data/intervald/plans/couch.program")
      let renamed = try await home.shell("XDG_DATA_HOME=$PWD/data intervalctl plans rename couch first")
      let path = home.folder.path(of: "\(Self.folder)/first.program")
      #expect(
        renamed
          == ProgramRun(
            status: 0, output: ["Renamed couch to first: \(path)"],
            messages: ["note: the training program named couch is now \(installed)"]))
      #expect(try home.folder.read("\(Self.folder)/first.program") == "week 1\nsession: 30m run\n")
      let refused = try await home.shell("XDG_DATA_HOME=$PWD/data intervalctl plans remove couch")
      #expect(
        refused
          == ProgramRun(
            status: 1,
            messages: [
              "error: 'couch' is not one of your own training programs: \(installed)",
              "hint: save your own copy under the same name: intervalctl edit couch",
            ]))
      try home.folder.write("week 1\nsession: 1m\n", to: "\(Self.folder)/second.program")
      let exists = try await home.run(["plans", "rename", "second", "first"])
      #expect(exists.messages.first == "error: a training program named 'first' already exists: \(path)")
      let removed = try await home.run(["plans", "remove", "first"])
      #expect(removed == ProgramRun(status: 0, output: ["Removed first: \(path)"], messages: [Self.undoHint]))
    }
  }

  @Test func `undo reverts removals and renames, the last one first`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      func path(_ name: String) -> String { home.folder.path(of: "\(Self.folder)/\(name)") }
      func undo() async throws -> ProgramRun { try await home.run(["plans", "undo"]) }
      let nothing = ProgramRun(status: 1, messages: ["error: no removal or rename of a plan is left to undo"])
      #expect(try await undo() == nothing)
      try home.writeLast(LastPlan(plan: "1h", planName: "sunday", isNamed: true))
      for line in ["rename long-run sunday", "rename 5k sunday --overwrite", "remove sunday"] {
        #expect(try await home.shell("intervalctl plans \(line)").status == 0)
      }
      #expect(try await undo() == ProgramRun(status: 0, output: ["Restored sunday: \(path("sunday.plan"))"]))
      try home.folder.write("1m", to: "\(Self.folder)/5k.program")
      #expect(
        try await undo()
          == ProgramRun(
            status: 73,
            messages: [
              "error: a training program named '5k' already exists: \(path("5k.program"))",
              "hint: give it another name first: mv -n \(path("5k.program")) \(path("5k-2.program"))",
            ]))
      #expect(
        try await home.shell("mv -n \(path("5k.program")) \(path("5k-2.program")); intervalctl plans undo").output == [
          "Renamed sunday back to 5k: \(path("5k.plan"))", "Restored sunday: \(path("sunday.plan"))",
        ])
      #expect(
        try await undo()
          == ProgramRun(status: 0, output: ["Renamed sunday back to long-run: \(path("long-run.plan"))"]))
      #expect(try home.folder.read("\(Self.folder)/long-run.plan") == Samples.plan)
      #expect(try home.folder.read("\(Self.folder)/5k.plan") == "forever 30s")
      #expect(try await undo() == nothing)
      let overwritten = "intervalctl plans rename 5k long-run --overwrite && rm \(Self.folder)/long-run.plan"
      #expect(try await home.shell(overwritten).status == 0)
      #expect(try await undo() == ProgramRun(status: 0, output: ["Restored long-run: \(path("long-run.plan"))"]))
    }
  }

  @Test(arguments: ["", " --overwrite"])
  func `a plan and a program in the user's folder never have the same name`(option: String) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let program = try home.folder.write("week 1\nsession: 30m run\n", to: "\(Self.folder)/couch.program")
      let plan = home.folder.path(of: "\(Self.folder)/long-run.plan")
      let toProgram = try await home.shell("intervalctl plans rename long-run couch\(option)")
      let usedByProgram = [
        "error: a training program named 'couch' already exists: \(program)", "hint: choose another name",
        "hint: or rename the training program: intervalctl plans rename couch NEW-NAME",
      ]
      #expect(toProgram == ProgramRun(status: 73, messages: usedByProgram))
      let toPlan = try await home.shell("intervalctl plans rename couch long-run\(option)")
      #expect(
        toPlan
          == ProgramRun(
            status: 73,
            messages: [
              "error: a plan named 'long-run' already exists: \(plan)", "hint: choose another name",
              "hint: or rename the plan: intervalctl plans rename long-run NEW-NAME",
            ]))
      let written = try await home.shell("echo 30s | intervalctl new couch\(option)")
      #expect(written == ProgramRun(status: 73, messages: usedByProgram))
      // A plan beside a program is renamed, which ends the ambiguity.
      try home.folder.write("30s", to: "\(Self.folder)/couch.plan")
      let away = try await home.shell("intervalctl plans rename couch easy\(option)")
      #expect(away.status == 0)
      #expect(away.messages == ["note: the training program named couch is now \(program)"])
    }
  }
}
