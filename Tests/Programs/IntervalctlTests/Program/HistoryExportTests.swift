import ControlInterface
import TestSupport
import TestTraits
import Testing
import WorkoutReports

@testable import intervalctl

/// Tests of `history export`.
@Suite(.hangLimit) struct HistoryExportTests {
  private static let file = ".local/state/intervald/history.jsonl"

  private static let workouts = [
    Samples.workout("a", at: "2026-10-24T21:30:00Z", title: "Tempo: 3×10 m"),
    Samples.workout("b", at: "2026-10-25T06:30:05Z", title: "Long run!", metres: nil),
    Samples.workout("c", at: "2026-10-25T06:30:40Z", title: "long run"),
  ]

  private static func with(
    _ workouts: [Report.Summary] = workouts, _ body: @escaping @Sendable (ProgramHome) async throws -> Void
  ) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write(Samples.history(workouts), to: Self.file)
      try await body(home)
    }
  }

  @Test(arguments: [
    (
      "history export -o run.fit && head -c 12 run.fit | tail -c 4; echo",
      ["Saved as FIT, 1 lap: run.fit", ".FIT"]
    ),
    (
      "history export 2 -o run.tcx && grep -c '<Lap ' run.tcx; grep -c Distance run.tcx; true",
      ["Saved as TCX, 1 lap: run.tcx", "1", "0"]
    ),
    (
      "history export a -o run --type tcx && grep '<Id>' run",
      ["Saved as TCX, 1 lap: run", "      <Id>2026-10-24T21:30:00Z</Id>"]
    ),
  ])
  func `a workout is exported to a file, with the type of its name or of --type`(command: String, output: [String])
    async throws
  {
    try await Self.with { home in
      let run = try await home.shell("intervalctl \(command)")
      #expect(run == ProgramRun(status: 0, output: output))
    }
  }

  @Test func `a workout is exported with the values of its sensors`() async throws {
    try await Self.with { home in
      try home.folder.write("0,,,,140\ndamaged\n1000,,,,\n", to: ".local/state/intervald/sensors/a.csv")
      let run = try await home.shell("intervalctl history export a -o a.tcx && grep -c 'Value>140' a.tcx")
      // The average, the maximum, and one record.
      #expect(run == ProgramRun(status: 0, output: ["Saved as TCX, 1 lap: a.tcx", "3"]))
    }
  }

  @Test func `values of sensors that others could have written are left out`() async throws {
    try await Self.with { home in
      let path = try home.folder.write("0,,,,140\n", to: ".local/state/intervald/sensors/a.csv")
      let run = try await home.shell("chmod o+w '\(path)' && intervalctl history export a -o a.tcx; ls *.tcx")
      #expect(run.output == ["Saved as TCX, 1 lap: a.tcx", "a.tcx"])
      #expect(run.messages.first?.hasPrefix("warning: ") == true)
      #expect(run.messages.first?.contains("sensors/a.csv") == true)
    }
  }

  @Test func `files in a folder are named by the local start and the title, and are unique`() async throws {
    try await Self.with { home in
      let run = try await home.shell(
        "mkdir runs && intervalctl history export --since 2026-10-01 -o runs/ --type tcx && ls runs",
        environment: ["TZ": "Europe/Berlin"])
      #expect(run.status == 0)
      #expect(
        run.output.suffix(3) == [
          "2026-10-24-2330-tempo-3-10-m.tcx", "2026-10-25-0730-long-run-2.tcx", "2026-10-25-0730-long-run.tcx",
        ])
      #expect(run.output.first == "Saved as TCX, 1 lap: runs/2026-10-24-2330-tempo-3-10-m.tcx")
      let some = try await home.shell("mkdir two && intervalctl history export 1 3 -o two && ls two | wc -l")
      #expect(some.output.last == "2")
    }
  }

  @Test func `the sport and the place are written into the file`() async throws {
    try await Self.with { home in
      let run = try await home.shell(
        "intervalctl history export -o - --type tcx --sport walking --outdoor | grep '<Activity '")
      #expect(run == ProgramRun(status: 0, output: ["    <Activity Sport=\"Other\">"]))
      let files = "intervalctl history export -o in.fit; intervalctl history export -o out.fit --outdoor"
      #expect(try await home.shell("\(files); cmp -s in.fit out.fit").status == 1)
    }
  }

  @Test func `a pipe gets a FIT file`() async throws {
    try await Self.with { home in
      let run = try await home.shell("intervalctl history export -o - | head -c 12 | tail -c 4; echo")
      #expect(run == ProgramRun(status: 0, output: [".FIT"]))
    }
  }

  @Test func `an existing file is only overwritten with --overwrite, and otherwise nothing is written`() async throws {
    try await Self.with { home in
      let start = "mkdir -p runs && echo mine > runs/2026-10-25-0630-long-run.fit"
      let run = try await home.shell(
        "\(start); intervalctl history export --since 2026-10-01 -o runs; ls runs | wc -l; cat runs/*",
        environment: ["TZ": "UTC"])
      #expect(run.output == ["1", "mine"])
      #expect(
        run.messages == [
          "error: runs/2026-10-25-0630-long-run.fit already exists", "hint: overwrite it with --overwrite",
          "hint: or choose another name",
        ])
      let again = try await home.shell(
        "intervalctl history export --since 2026-10-01 -o runs --overwrite >/dev/null; ls runs | wc -l; grep -c mine runs/*",
        environment: ["TZ": "UTC"])
      #expect(again.output.first == "3")
      #expect(again.output.dropFirst().allSatisfy { $0.hasSuffix(":0") })
    }
  }

  @Test(
    arguments: [
      (["9", "-o", "x.fit"], 66, "no workout has the number or ID '9': 3 are recorded"),
      (["-o", "none/"], 74, "the folder 'none/' does not exist"),
      (["-o", "none/x.fit"], 74, "the folder 'none' does not exist"),
      (
        ["1", "2", "-o", "x.fit"], 64,
        "'x.fit' is not a folder, and several workouts or --since require a folder"
      ),
      (
        ["--since", "2026-10-01", "-o", "x.fit"], 64,
        "'x.fit' is not a folder, and several workouts or --since require a folder"
      ),
      (["1", "--since", "2w", "-o", "."], 64, "numbers of workouts and --since cannot be combined"),
      (["--since", "today", "-o", "."], 66, "no workouts since today"),
      (["-o", "x.gpx"], 64, "cannot write '.gpx' files of past workouts"),
      (["-o", "x"], 64, "the type of 'x' is unknown"),
      (["--json", "-o", "x.fit"], 64, "-n, --all, --by-program, --json and --csv cannot be combined with 'export'"),
      ([], 64, "no output file given"),
      (["-o", "/dev/full", "--type", "tcx"], 74, nil),
    ] as [([String], Int32, String?)])
  func `a mistake is explained, and nothing is written`(_ arguments: [String], _ status: Int32, _ message: String?)
    async throws
  {
    try await Self.with { home in
      let run = try await home.run(["history", "export"] + arguments)
      #expect(run.status == status)
      #expect(run.output == [])
      if let message { #expect(run.messages.first == "error: \(message)") }
      #expect(try await home.shell("ls | grep -c '^x'").output == ["0"])
    }
  }

  @Test func `a second export to a folder leaves equal files unchanged, and a changed workout requires --overwrite`()
    async throws
  {
    try await Self.with { home in
      let export = "intervalctl history export --since 2026-10-01 -o runs"
      let first = try await home.shell("mkdir runs && \(export)")
      #expect(first.output.count == 3)
      let second = try await home.shell(export)
      #expect(second.status == 0)
      #expect(second.output == first.output.map { "Unchanged: " + ($0.split(separator: ": ").last ?? "") })
      #expect(try await home.shell("intervalctl history correct 3 4.8km").status == 0)
      let third = try await home.shell(export)
      #expect(third.status == 73)
      #expect(third.messages.first?.hasSuffix(" already exists") == true, "\(third.messages)")
      let fourth = try await home.shell(export + " --overwrite")
      #expect(fourth.output == first.output)
    }
  }

  @Test func `a workout without time is refused, or left out with --since`() async throws {
    let workouts = [Self.workouts[0], Samples.workout("d", at: "2026-10-26T06:30:00Z", minutes: 0)]
    try await Self.with(workouts) { home in
      let one = try await home.run(["history", "export", "-o", "x.fit"])
      #expect(
        one
          == ProgramRun(status: 65, messages: ["error: cannot export workout 1: the workout has no time in intervals"]))
      let all = try await home.shell("mkdir runs && intervalctl history export --since 2026-10-01 -o runs")
      #expect(all.status == 0)
      #expect(all.output.count == 1)
      #expect(all.messages == ["warning: cannot export workout 1: the workout has no time in intervals"])
      let none = try await home.run(["history", "export", "--since", "2026-10-26", "-o", "."])
      #expect(none.status == 65)
      #expect(none.messages.last == "error: none of these workouts can be exported")
    }
  }

  @Test func `without recorded workouts, the export fails`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.run(["history", "export", "-o", "x.fit"])
      #expect(
        run
          == ProgramRun(
            status: 66, messages: ["error: no workout is recorded yet", "hint: start one with: intervalctl start"]))
    }
  }
}
