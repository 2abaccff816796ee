import ControlInterface
import TestSupport
import TestTraits
import Testing

@testable import intervalctl

/// Tests of `new` with a plan from standard input, without the planner.
@Suite(.hangLimit) struct NewTests {
  /// The profile that is shown for two runs of one minute each.
  private static let profile =
    Array(repeating: String(repeating: "█", count: 39) + "▌" + String(repeating: "█", count: 40), count: 6) + [
      "└─────────┴─────────┴─────────┴─────────┴─────────┴─────────┴─────────┴────────┴",
      "0:00      0:15      0:30      0:45      1:00      1:15      1:30      1:45  2:00",
    ]

  @Test func `a plan from standard input is saved unchanged and shown`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let text = "name \"Hills\"\npace run 6:00/km\n\n# up and down\n2x(\n  1m run\n)\n"
      try home.folder.write(text, to: "hills.txt")
      let path = "\(home.folder.path)/config/intervald/plans/hills.plan"
      let run = try await home.shell("intervalctl new hills <hills.txt")
      #expect(
        run
          == ProgramRun(
            status: 0,
            output: [
              "Hills", "", "Plan      Time    km  min/km", "2x        2:00  0.33    6:00",
              "└ 1m run  1:00  0.17    6:00",
              "", "Time       2:00", "Lead-in    5 s", "Distance   0.33 km", "Intervals  2", "Pace       6:00/km", "",
            ] + Self.profile + ["Saved as hills: \(path)"]))
      #expect(try home.folder.read("config/intervald/plans/hills.plan") == text)
      let json = try await home.shell("echo 1m run @10kph | intervalctl new up --json --pace-units mph")
      #expect(
        json.output == [
          #"{"averagePaceMps":2.7777777777777777,"distanceIsPartial":null,"distanceM":166.66666666666666,"durationMs":60000,"#
            + #""intervals":1,"losses":null,"#
            + #""path":"\#(home.folder.path)/config/intervald/plans/up.plan","plan":"1m run @10kph","savedAs":"up","title":"up"}"#
        ])
      let units = try await home.shell("echo 1m run @10kph | intervalctl new x --pace-units mph --distance-units mi")
      #expect(units.output.contains("Distance   0.10 mi"))
      #expect(units.output.contains("Pace       6.21 mph"))
      #expect(try await home.run(["plans"]).output.count == 6)
    }
  }

  @Test func `new overwrites a plan only with --overwrite`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let path = "\(home.folder.path)/config/intervald/plans/long-run.plan"
      let refused = try await home.shell("echo 30s | intervalctl new long-run")
      #expect(
        refused
          == ProgramRun(
            status: 73,
            messages: [
              "error: a plan named 'long-run' already exists: \(path)", "hint: overwrite it with --overwrite",
              "hint: or choose another name",
            ]))
      #expect(try home.folder.read("config/intervald/plans/long-run.plan") == Samples.plan)
      #expect(try await home.shell("echo 30s | intervalctl new long-run --overwrite").status == 0)
      #expect(try home.folder.read("config/intervald/plans/long-run.plan") == "30s\n")
    }
  }

  @Test func `a note reports that a new plan hides an installed plan, but only the first time`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write("20s work\n", to: "data/intervald/plans/tabata.plan")
      let line = "echo 30s | XDG_DATA_HOME=\(home.folder.path)/data intervalctl new tabata --overwrite"
      let run = try await home.shell(line)
      #expect(run.status == 0)
      #expect(run.messages == ["note: this hides \(home.folder.path)/data/intervald/plans/tabata.plan"])
      #expect(try await home.shell(line).messages.isEmpty)
    }
  }

  @Test func `a plan from standard input can be started with or without saving it`() async throws {
    let daemon = ScriptedController()
    try await ProgramHome.with(daemon: daemon) { home in
      let run = try await home.shell("echo 30s run | intervalctl new --start")
      #expect(run.status == 0)
      #expect(run.output.prefix(2) == ["Plan     Time", "30s run  0:30"])
      #expect(run.output.dropLast().last?.hasPrefix("Started \"30/30\"") == true)
      let json = try await home.shell("echo 30s run | intervalctl new mine --start --json")
      #expect(json.output.count == 1)
      #expect(json.messages.first?.hasPrefix("Started \"30/30\"") == true)
      #expect(json.output.first?.contains(#""savedAs":"mine""#) == true)
      let unsaved = try await home.shell("echo 30s run | intervalctl new --start --replace --json")
      #expect(unsaved.output.first?.contains(#""path":null,"plan":"30s run","savedAs":null"#) == true, "\(unsaved)")
      #expect(
        await daemon.calls == [
          "start - false: 30s run\n", "startNamed mine false", "start - true: 30s run\n",
        ])
    }
    let busy = ScriptedController(.init(refusal: .alreadyRunning(Samples.running)))
    try await ProgramHome.with(daemon: busy) { home in
      let run = try await home.shell("echo 30s run | intervalctl new mine --start")
      #expect(run.status == 1)
      #expect(run.output.last?.hasPrefix("Saved as mine: ") == true)
      #expect(
        run.messages.suffix(2) == [
          "hint: end it with: intervalctl stop", "hint: then start yours with: intervalctl start mine",
        ])
    }
  }

  @Test(
    arguments: [
      (
        "echo 30s rum | intervalctl new mine", 65,
        [
          "error: standard input:1:5: found 'rum', expected a kind such as run, '@', ',' or the end of the line",
          "  30s rum", "      ^", "hint: did you mean 'run'?",
        ]
      ),
      (
        "echo 30s | intervalctl new", 64,
        [
          "error: a plan from standard input requires a NAME or --start",
          "hint: save it: intervalctl new NAME < FILE", "hint: start it: intervalctl new --start < FILE",
          "hint: only show it: intervalctl show - < FILE",
        ]
      ),
      (
        "echo 30s | intervalctl new 5k", 64,
        [
          "error: '5k' is a plan in notation, and cannot be a plan name",
          "hint: choose another name, such as my-5k",
        ]
      ),
      (
        "echo 30s | intervalctl new a/b", 64,
        [
          "error: a plan name cannot contain '/'", "hint: all plans are in one folder; write '-' instead of '/'",
        ]
      ),
      (
        "echo 30s | intervalctl new .x", 64,
        ["error: a plan name cannot begin with '.'", "hint: a name is a word such as long-run"]
      ),
      (
        "echo 30s | intervalctl new long-\(String(repeating: "run-", count: 24))", 64,
        ["error: the plan name is longer than 100 bytes", "hint: choose a shorter name, such as long-run"]
      ),
      (
        "echo 30s | intervalctl new x.plan", 64,
        ["error: a plan name does not include '.plan'", "hint: write x"]
      ),
      (
        "echo 30s | intervalctl new mine --pace-units min", 64,
        [
          "error: --pace-units: found 'min', expected min/mi, min/km, mph or kph", "  min", "  ^",
        ]
      ),
    ] as [(String, Int32, [String])])
  func `invalid input is rejected, and nothing is saved`(line: String, status: Int32, messages: [String]) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.shell(line)
      #expect(run == ProgramRun(status: status, messages: messages))
      let plans = try await home.run(["plans"]).output
      #expect(plans.count == 3)
    }
  }

  @Test func `a plan that cannot be saved is printed but not started`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write("no folder", to: "blocked/intervald")
      let path = "\(home.folder.path)/blocked/intervald"
      for json in ["", " --json"] {
        let line = "echo 30s run | XDG_CONFIG_HOME=\(home.folder.path)/blocked intervalctl new mine --start\(json)"
        let run = try await home.shell(line)
        #expect(run.status == 74)
        #expect(run.output.contains { $0.contains("30s run") })
        #expect(run.messages == ["error: cannot save \(path)/plans: Not a directory"])
      }
    }
  }
}
