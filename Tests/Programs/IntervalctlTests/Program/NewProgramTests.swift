import ControlInterface
import TestSupport
import TestTraits
import Testing

@testable import intervalctl

/// Tests of `new --program` with a program from standard input, without the planner.
@Suite(.hangLimit) struct NewProgramTests {
  private static let text =
    "name \"Couch\"\n\n# easy\nweek 1\n2x session: 5m warmup,\n  20m run\n\nweek 2\nsession: 30m run"
  private static let file = "config/intervald/plans/couch.program"

  @Test func `a program from standard input is saved unchanged and summarized`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write(Self.text, to: "couch.txt")
      let run = try await home.shell("intervalctl new --program couch <couch.txt")
      let path = home.folder.path(of: Self.file)
      #expect(
        run
          == ProgramRun(
            status: 0, output: ["Couch", "2 weeks   3 sessions   1:20:00", "Saved as couch: \(path)"]))
      #expect(try home.folder.read(Self.file) == Self.text + "\n")
      let json = try await home.shell("intervalctl new --program couch --overwrite --json <couch.txt")
      #expect(
        json.output == [
          #"{"durationMs":4800000,"path":"\#(path)","savedAs":"couch","sessions":3,"title":"Couch","weeks":2}"#
        ])
    }
  }

  @Test func `the session of a program that is due is started on request`() async throws {
    let daemon = ScriptedController()
    try await ProgramHome.with(daemon: daemon) { home in
      let run = try await home.shell("printf 'week 1\\nsession: 30s run\\n' | intervalctl new --program couch --start")
      #expect(run.status == 0)
      #expect(run.output.dropLast().last?.hasPrefix("Started ") == true)
      #expect(await daemon.calls == ["startNamed couch false"])
    }
  }

  @Test func `a program whose last session is done is saved, and not started`() async throws {
    let daemon = ScriptedController(.init(refusal: .programDone(.init(program: "couch"))))
    try await ProgramHome.with(daemon: daemon) { home in
      let run = try await home.shell("printf 'week 1\\nsession: 30s run\\n' | intervalctl new --program couch --start")
      #expect(run.status == 1)
      #expect(run.output.last?.hasPrefix("Saved as couch: ") == true)
      #expect(run.messages.first == "error: the last session of couch is done")
    }
  }

  @Test(
    arguments: [
      (
        "echo 30s | intervalctl new --program couch", 65,
        [
          "error: standard input:1:1: found '30s', expected 'week 1'", "  30s", "  ^",
          "hint: write week 1 on a line, and session: 30s run on the next line",
          "hint: or save a plan as NAME.plan, not NAME.program",
        ]
      ),
      (
        "printf 'week 1\\nsession: 1m' | intervalctl new 'my runs'", 65,
        [
          "error: standard input:1:1: 'week' is part of a training program, not of a plan", "  week 1", "  ^",
          "hint: save a training program as NAME.program, beside the plans",
          "hint: or save it with: intervalctl new --program 'my runs'",
        ]
      ),
      (
        "printf 'week 1\\nsession: 1km run' | intervalctl new --program couch", 65,
        [
          "error: standard input:2:10: the run has a distance but no pace, so its duration is unknown",
          "  session: 1km run", "           ^", "hint: write 1km run @6:00/km",
          "hint: or set it for every run, in the settings: pace run 6:00/km",
        ]
      ),
      (
        "echo | intervalctl new --program --start", 64,
        [
          "error: a training program from standard input requires a NAME",
          "hint: save it: intervalctl new --program NAME < FILE",
        ]
      ),
      (
        "echo | intervalctl new --program 5k", 64,
        [
          "error: '5k' is a plan in notation, and cannot be a program name",
          "hint: choose another name, such as my-5k",
        ]
      ),
      (
        "printf 'week 1\\nsession: 1m' | intervalctl new --program long-run --overwrite", 73,
        [
          "error: a plan named 'long-run' already exists: HOME/config/intervald/plans/long-run.plan",
          "hint: choose another name",
          "hint: or rename the plan: intervalctl plans rename long-run NEW-NAME",
        ]
      ),
      (
        "printf 'week 1\\nsession: 1m' | intervalctl new --program old", 73,
        [
          "error: a training program named 'old' already exists: HOME/config/intervald/plans/old.program",
          "hint: overwrite it with --overwrite", "hint: or choose another name",
        ]
      ),
    ] as [(String, Int32, [String])])
  func `invalid input is rejected, and nothing is saved`(line: String, status: Int32, messages: [String]) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write("week 1\nsession: 2m\n", to: "config/intervald/plans/old.program")
      let expected = messages.map { $0.replacing("HOME", with: home.folder.path) }
      #expect(try await home.shell(line) == ProgramRun(status: status, messages: expected))
      #expect(
        try await home.shell("ls config/intervald/plans").output == ["5k.plan", "long-run.plan", "old.program"])
      #expect(try home.folder.read("config/intervald/plans/old.program") == "week 1\nsession: 2m\n")
    }
  }
}
