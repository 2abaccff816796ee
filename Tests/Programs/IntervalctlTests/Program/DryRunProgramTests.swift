import Glibc
import Subprocess
import TestSupport
import TestTraits
import Testing

@testable import intervalctl

/// Tests of `start --dry-run`, which needs no daemon.
@Suite(.hangLimit) struct DryRunProgramTests {
  private static let dryRun = ["start", "--dry-run", "--speed", "3600"]

  @Test func `a dry run prints every announcement and changes no file`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let files = "find . -printf '%p %s %T@\\n' | sort"
      let before = try await home.shell(files)
      let plan = ["--lead-in", "10s", "2x(20s run @5:00/km, 20s walk @10:00/km)"]
      #expect(
        try await home.run(Self.dryRun + plan)
          == ProgramRun(
            status: 0,
            output: [
              "Dry run of 2x(20s run @5:00/km, 20s walk @10:00/km), 3600 times as fast: 1:20, 0.20 km, ends in 0:01",
              "End it with: Ctrl-C",
              "   0:00  Get ready: run, 20 s, in 0:10. 1:20 left in all",
              "   0:00  Run 20 s. Next: walk, 20 s. Round 1 of 2. 1:20 left, 0.00 of 0.20 km",
              "   0:20  Walk 20 s. Next: run, 20 s. Round 1 of 2. 1:00 left, 0.07 of 0.20 km",
              "   0:40  Run 20 s. Next: walk, 20 s. Round 2 of 2. 0:40 left, 0.10 of 0.20 km",
              "   0:40  Last round",
              "   1:00  Walk 20 s. The last one. Round 2 of 2. 0:20 left, 0.17 of 0.20 km",
              "   1:20  Workout finished. 1:20, 0.20 km, 6:40/km",
            ]))
      #expect(try await home.shell(files) == before)
    }
  }

  @Test func `a dry run without a terminal ends at an open interval`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.shell("intervalctl start -n --speed 3600 --lead-in off '20s walk, open run' < /dev/null")
      #expect(run.status == 1)
      #expect(run.output.last?.hasPrefix("   0:20  Run ") == true, "\(run.output)")
      #expect(
        run.messages.suffix(3) == [
          "error: an open interval waits for a key, which requires a terminal",
          "hint: run the dry run in a terminal, and press n for the next interval",
          "hint: or list all intervals with: intervalctl show",
        ])
    }
  }

  @Test func `a dry run without a plan uses the default plan, otherwise the last plan`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = Self.dryRun.joined(separator: " ")
      let missing = try await home.shell("intervalctl \(run)")
      #expect(missing.status == 66)
      #expect(missing.messages.first == "error: no plan given, no default plan set, and no plan started before")
      try home.folder.write(
        #"{"plan":"1s walk, 1s run @5:00/km","planName":"short","isNamed":false}"#,
        to: ".local/state/intervald/last-plan.json")
      let last = try await home.shell("intervalctl \(run)")
      #expect(
        last.output.first?.hasPrefix("Dry run of \"short\", 3600 times as fast: 0:02, 0.00 km and more, ends in")
          == true)
      #expect(
        last.messages == [
          "warning: A part of the distance is unknown, because '1s walk' has no pace. Write '1s walk @10:00/km', or add "
            + "'pace walk 10:00/km' to the plan or to intervald.conf."
        ])
      try home.folder.write(
        #"{"plan":"1s walk","planName":"long-run","isNamed":true}"#, to: ".local/state/intervald/last-plan.json")
      let named = try await home.shell("intervalctl \(run)")
      #expect(
        named.output.first?.hasPrefix("Dry run of \"30/30\", 3600 times as fast: 43:33, 5.00 km, ends in") == true)
      try home.folder.write("2s run @5:00/km", to: "config/intervald/plans/usual.plan")
      try home.folder.write("default-plan usual\n", to: "config/intervald/intervald.conf")
      let byDefault = try await home.shell("intervalctl \(run)")
      #expect(byDefault.output.first?.hasPrefix("Dry run of \"usual\", 3600 times as fast: 0:02, 0.01 km,") == true)
    }
  }

  @Test(arguments: [
    (["--speed", "60", "30s"], 64, "error: --speed requires --dry-run"),
    (["--dry-run", "--replace", "30s"], 64, "error: --replace and --dry-run cannot be combined"),
    (["--dry-run", "--speed", "0", "30s"], 64, "error: --speed must be a number from 1 to 3600"),
    (["--dry-run", "--speed", "3601", "30s"], 64, "error: --speed must be a number from 1 to 3600"),
    (["--dry-run", "--speed", "fast", "30s"], 64, "error: --speed must be a number from 1 to 3600"),
    (["-n", "--json", "30s"], 64, "error: --json and --dry-run cannot be combined"),
    (["-w", "--json", "30s"], 64, "error: --json and --watch cannot be combined"),
    (["--dry-run", "--lead-in", "off"], 66, "error: no plan given, no default plan set, and no plan started before"),
    (["--dry-run", "--name", "elsewhere"], 66, "error: no plan is named 'elsewhere'"),
    (["--dry-run", "30s rum"], 65, "error: line 1, column 5: found 'rum', expected a kind such as run"),
  ])
  func `invalid arguments are rejected`(arguments: [String], status: Int32, message: String) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.run(["start"] + arguments)
      #expect(run.status == status)
      #expect(run.output.isEmpty)
      #expect(run.messages.first?.hasPrefix(message) == true, "\(run.messages)")
    }
  }

  @Test func `a plan without an end runs until Ctrl-C`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.start("intervalctl start --dry-run --speed 3600 forever 30s")
      _ = try await run.output.first("the hundredth round") { $0.contains("100 times") }
      #expect(run.output.elements.first?.hasSuffix(": until you stop it") == true)
      run.send(SIGINT)
      #expect(try await run.end() == .signaled(SIGINT))
    }
  }

  @Test func `a dry run on a terminal shows the full-screen view and responds to keys`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let terminal = try await ProgramTerminal(in: home)
      try await terminal.enter("intervalctl start --dry-run --speed 2 --lead-in off '4x(open run @5:00/km, open walk)'")
      try await terminal.line(with: "dry run, 2 times as fast")
      try await terminal.press("n")
      try await terminal.line(with: "interval 2 of 8")
      try await terminal.press("Space")
      try await terminal.line(with: "Paused: walk")
      try await terminal.type("sy")
      try await terminal.line(with: "any key leave")
      try await terminal.press("Enter")
      let lines = try await terminal.line(with: "Intervals  2")
      #expect(lines.contains { $0.hasPrefix("Intervals  2") }, "\(lines)")
      #expect(!lines.contains { $0.hasPrefix("Cues") }, "\(lines)")
      try await terminal.enter("clear; intervalctl start --dry-run open run")
      try await terminal.line(with: "dry run, 60 times as fast")
      try await terminal.press("q")
      let remaining = try await terminal.screen("the prompt") { $0.last == "$" }
      #expect(remaining.dropLast().last == "End it with: Ctrl-C", "\(remaining)")
    }
  }

  @Test(arguments: [("q", 0), ("C-c", 130), ("TERM", 143)])
  func `a dry run that cannot keep up with its clock can be ended at once`(input: String, status: Int) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let terminal = try await ProgramTerminal(in: home)
      let run = "intervalctl start --dry-run --speed 3600 --lead-in off \"forever (2s run, 2s walk)\""
      try await terminal.enter("sh -c 'echo $$ >id; exec \(run)'")
      try await terminal.screen("the hundredth round") { $0.contains { $0.contains(#/Round \d{3}/#) } }
      if input == "TERM" {
        #expect(try await home.shell("kill -TERM $(cat id)").status == 0)
      } else {
        try await terminal.press(input)
      }
      try await terminal.screen("the prompt") { $0.last?.hasPrefix("$") == true }
      try await terminal.enter("echo \"it was $?\"")
      try await terminal.line(with: "it was \(status)")
    }
  }
}
