import ControlInterface
import TestSupport
import TestTraits
import Testing

@testable import intervalctl

/// Tests of the exact messages for plans and settings with mistakes.
@Suite(.hangLimit) struct PlanErrorTests {
  @Test(
    arguments: [
      (
        ["start", "4x", "30s", "run,", "30s", "walk"], 65,
        [
          "error: line 1, column 4: ambiguous repeat: only the last step of a list may repeat without "
            + "parentheses",
          "  4x 30s run, 30s walk", "     ^", "hint: write 4x(30s run, 30s walk) or 4x(30s run), 30s walk",
        ]
      ),
      (
        ["start", "until 5km (30s run)"], 65,
        [
          "error: line 1, column 12: the run has no pace, so it is unknown when the distance is reached",
          "  until 5km (30s run)", "             ^",
          "hint: write 30s run @6:00/km",
          "hint: or set it for every run, in the settings: pace run 6:00/km",
        ]
      ),
      (
        ["start", "30s rum"], 65,
        [
          "error: line 1, column 5: found 'rum', expected a kind such as run, '@', ',' or the end of the line",
          "  30s rum", "      ^", "hint: did you mean 'run'?",
        ]
      ),
      (
        ["start", ""], 65, ["error: line 1, column 1: the plan has no steps", "hint: try 4x(30s run, 30s walk)"]
      ),
      (["start", "5k"], 64, nil),
      (
        ["start", "long-rum"], 66,
        [
          "error: no plan is named 'long-rum'", "hint: did you mean 'long-run'?",
          "hint: list the plans with: intervalctl plans",
        ]
      ),
      (["show", "./no.plan"], 66, ["error: cannot read ./no.plan: No such file or directory"]),
      (
        ["show", "10x(30s run/30s walk)"], 65,
        [
          "error: line 1, column 12: found '/', expected '@', ',' or the end of the line", "  10x(30s run/30s walk)",
          "             ^", "hint: write 10x(30s run, 30s walk)",
        ]
      ),
      (
        ["start", "5m", "run", "at", "10:00/mi"], 65,
        [
          "error: line 1, column 8: found 'at', expected '@', ',' or the end of the line", "  5m run at 10:00/mi",
          "         ^", "hint: write 5m run @10:00/mi",
        ]
      ),
      (["show", "/"], 66, ["error: cannot read /: Is a directory"]),
      (
        ["start", "-5s run"], 65,
        ["error: a step cannot begin with '-'", "  -5s run", "  ^", "hint: write 5s run"]
      ),
      (
        ["show", "-5s", "run", "--json"], 65,
        ["error: a step cannot begin with '-'", "  -5s run", "  ^", "hint: write 5s run"]
      ),
    ] as [([String], Int32, [String]?)])
  func `a plan that is invalid or missing never reaches the daemon`(
    arguments: [String], status: Int32, messages: [String]?
  ) async throws {
    try await ProgramHome.expectRejected(arguments, status, messages)
  }

  @Test func `a mistake in a plan file or in the settings is reported with its position`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write("name \"x\"\n30s rum\n", to: "wrong.plan")
      #expect(
        try await home.shell("intervalctl show wrong.plan").messages == [
          "error: wrong.plan:2:5: found 'rum', expected a kind such as run, '@', ',' or the end of the line",
          "  30s rum", "      ^", "hint: did you mean 'run'?",
        ])
      #expect(try await home.shell("head -c 70000 /dev/zero | tr '\\0' ' ' | intervalctl show -").status == 65)
      let path = try home.folder.write("pace run 10\n", to: "config/intervald/intervald.conf")
      let settings = try await home.shell("intervalctl show 30s")
      #expect(settings.status == 78)
      #expect(settings.messages.first?.hasPrefix("error: \(path):1:10: ") == true)
    }
  }

  /// Each case has the text of a plan, the position of the error, and the error message.
  @Test(arguments: [
    (
      String(repeating: "2x(", count: 17) + "1s" + String(repeating: ")", count: 17), "1:49",
      "repeats are nested more than 16 deep"
    ),
    (String(repeating: "30s\n", count: 16_640), "16385:1", "the text is longer than 64 KiB"),
    (
      "30s \"\(String(repeating: "a", count: 201))\"", "1:206", "the label is longer than 200 characters"
    ),
    ("60h, 60h", "1:1", "this takes more than 99:59:59"),
    (
      "until 5km (30s run)", "1:12",
      "the run has no pace, so it is unknown when the distance is reached"
    ),
    ("hook start \"/bin/sh\"\n30s", "1:1", "'hook' cannot be set in a plan: only intervald.conf can run commands"),
    ("sound run \"/x.oga\"\n30s", "1:1", "'sound run' cannot be set in a plan: a plan cannot name a file"),
    (
      "default-plan x\n30s", "1:1",
      "'default-plan' cannot be set in a plan: only intervald.conf names the default plan"
    ),
  ])
  func `a plan that exceeds a limit or breaks a rule never reaches the daemon`(
    text: String, position: String, message: String
  )
    async throws
  {
    let daemon = ScriptedController()
    try await ProgramHome.with(daemon: daemon) { home in
      try home.folder.write(text, to: "wrong.plan")
      let run = try await home.shell("intervalctl start wrong.plan")
      #expect(run.status == 65)
      #expect(run.messages.first == "error: wrong.plan:\(position): \(message)")
      #expect(await daemon.calls == [])
    }
  }

  /// A run that takes quadratic time takes more than ten seconds, so twelve runs exceed the time limit of the suite.
  @Test(arguments: ["", "30s ", "name ", "30s \""])
  func `a mistake in a line of prepended marks is reported in time`(start: String) async throws {
    try await ProgramHome.with { home in
      try home.folder.write(start + String(repeating: "\u{600}", count: 32_000), to: "wrong.plan")
      for _ in 0..<12 { #expect(try await home.shell("intervalctl show wrong.plan").status == 65) }
    }
  }
}
