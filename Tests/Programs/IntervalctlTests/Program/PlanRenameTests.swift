import FoundationEssentials
import PlanLibrary
import TestSupport
import TestTraits
import Testing
import UserFiles
import WorkoutHistory

@testable import intervalctl

/// Tests of `plans rename`.
@Suite(.hangLimit) struct PlanRenameTests {
  private static let folder = "config/intervald/plans"

  @Test func `rename keeps the text of a plan, and reports whether an installed plan is hidden`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.run(["plans", "rename", "long-run", "sunday"])
      let path = home.folder.path(of: "\(Self.folder)/sunday.plan")
      #expect(run == ProgramRun(status: 0, output: ["Renamed long-run to sunday: \(path)"]))
      #expect(try home.folder.read("\(Self.folder)/sunday.plan") == Samples.plan)
      #expect(try await home.run(["plans", "rename", "5k", "easy"]).status == 0)
      let plans = Folder.names(in: home.folder.path(of: Self.folder)).filter { $0.hasSuffix("plan") }
      #expect(plans.sorted() == ["easy.plan", "sunday.plan"])
      let installed = try home.folder.write("20s work\n", to: "data/intervald/plans/tabata.plan")
      let hiding = try await home.shell("XDG_DATA_HOME=$PWD/data intervalctl plans rename sunday tabata")
      #expect(hiding.status == 0)
      #expect(hiding.messages == ["note: this hides \(installed)"])
      let back = try await home.shell("XDG_DATA_HOME=$PWD/data intervalctl plans rename tabata sunday")
      #expect(back.status == 0)
      #expect(back.messages == ["note: the plan named tabata is now \(installed)"])
    }
  }

  @Test func `rename prints the command that restores the position in a program`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.writeProgram()
      #expect(try await home.run(["plans", "rename", "back", "again"]).messages.isEmpty)
      try home.writeHistory([.workout(Samples.session("a", "w1d1", of: "again", at: "2026-11-20T10:00:00Z"))])
      let command = "intervalctl program 'my runs' --at w1d2"
      #expect(
        try await home.run(["plans", "rename", "again", "my runs"]).messages == [
          "note: the history contains this program as 'again'; set the position with: \(command)"
        ])
      #expect(try await home.shell(command).status == 0)
      #expect(try await home.shell("intervalctl program 'my runs'").output.contains { $0.hasSuffix(": Longer") })
      try home.writeHistory([.workout(Samples.session("a", "w2d1", of: "my runs", at: "2026-11-20T10:00:00Z"))])
      #expect(
        try await home.run(["plans", "rename", "my runs", "back"]).messages
          == ["note: the history contains this program as 'my runs'"])
    }
  }

  @Test(arguments: [("long-run", nil), ("back", "back"), ("back", "PATH/back.program")] as [(String, String?)])
  func `a start without a plan finds the last plan after its rename`(name: String, program: String?) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.writeProgram()
      let path = home.folder.path(of: Self.folder)
      func last(_ name: String, _ program: String?) -> LastPlan {
        LastPlan(
          plan: "1h run", planName: name, isNamed: true, program: program?.replacing("PATH", with: path))
      }
      func saved() throws -> LastPlan {
        let json = try home.folder.read(".local/state/intervald/last-plan.json")
        return try JSONDecoder().decode(LastPlan.self, from: Data(json.utf8))
      }
      try home.writeLast(last(name, program))
      #expect(try await home.run(["plans", "rename", "5k", "easy"]).status == 0)
      #expect(try saved() == last(name, program))
      #expect(try await home.run(["plans", "rename", name, "sunday"]).status == 0)
      #expect(try saved() == last("sunday", program?.replacing("back", with: "sunday")))
      #expect(try await home.run(["start", "--dry-run", "--speed", "3600"]).status == 0)
    }
  }

  @Test func `rename overwrites another plan only with --overwrite`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write("30s run", to: "\(Self.folder)/easy.plan")
      let path = home.folder.path(of: "\(Self.folder)/easy.plan")
      let refused = try await home.run(["plans", "rename", "long-run", "easy"])
      #expect(
        refused
          == ProgramRun(
            status: 73,
            messages: [
              "error: a plan named 'easy' already exists: \(path)", "hint: overwrite it with --overwrite",
              "hint: or choose another name",
            ]))
      #expect(try home.folder.read("\(Self.folder)/easy.plan") == "30s run")
      #expect(try home.folder.read("\(Self.folder)/long-run.plan") == Samples.plan)
      #expect(try await home.run(["plans", "rename", "long-run", "easy", "--overwrite"]).status == 0)
      #expect(try home.folder.read("\(Self.folder)/easy.plan") == Samples.plan)
      // A plan can be renamed to its own name.
      #expect(try await home.run(["plans", "rename", "easy", "easy", "--overwrite"]).status == 0)
      #expect(try home.folder.read("\(Self.folder)/easy.plan") == Samples.plan)
    }
  }
}
